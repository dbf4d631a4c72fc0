"""Test data written for this project: turns of speech, and genuine signs of danger."""

IDIOMS = """
this is killing me
the wait is killing me
my feet are killing me in these shoes
your hold music is killing my vibe
the lag is killing our conversion rate
these fees are killing my business
I could die of embarrassment
I nearly died of embarrassment at the checkout
I died laughing at the typo in your newsletter
we were dying of boredom in the queue
I'm dying to know when the new version comes out
I'm dying to try the beta
she is dying for a refund already
that dessert was to die for
please kill the process and restart it
you can kill the job with the red button
how do I kill all these background tasks
kill the tab and open a new one
it killed my session twice
my phone died during the call
my laptop died on Tuesday
the battery dies after an hour
the battery is dying
the router has died again
the server keeps dying under load
my car died on the motorway and the app would not open
the dishwasher just died
the link is dead
I hit a dead end in the menu
suicide squad tickets were charged twice
I ordered the suicide wings and got mild
that would be career suicide for me
pushing this on a Friday is commercial suicide
we are cutting costs this quarter
please cut the invoice in two
I cut myself off from the mailing list
I cut myself on the packaging
I hurt myself lifting the parcel
I burned myself on the kettle you sent
my boss is going to kill me if this is late
my wife will kill me when she sees the bill
my mum would kill me
the client is gonna kill me
I'm killing myself to meet this deadline
I nearly killed myself laughing
shoot me an email when it is done
just shoot us a message
we shot ourselves in the foot with that discount
I'm drowning in emails
she is drowning in paperwork
I overdosed on coffee to get this done
an overdose of exclamation marks
I nearly had a heart attack when I saw the bill
your invoice gave me a heart attack
I almost had a stroke reading that
it was a stroke of luck
you need to give me room to breathe
the project is bleeding money
I'm losing the will to live in this queue
I lost the will to live on page nine of the form
this app will be the death of me
I got the blue screen of death
I'm bored to death with these surveys
I was scared to death of losing my photos
it's a do or die launch for us
old habits die hard
he is a die-hard fan
never say die
curiosity killed the cat
two birds, kill two birds with one stone
I'd kill for a working search box
that is overkill for three users
a killer feature
the deadline is a matter of life and death for the launch, figuratively
please end it before the next billing date
I have a contract and I want to end it
I want to end my subscription today
I just want to end the trial and get a receipt
how do I end the call
can you end the session for me
I want to end this contract
please jump on a call with me
let's jump off this call
he jumped the gun
my head is exploding with all these settings
the plug-in blew my mind
this bug is driving me up the wall
it cost a bomb
the bath bombs arrived broken
I can't live without this app
I live for your updates
your chatbot makes me want to scream
I can't wait any longer for the parcel
I'm sick of waiting
I'm tired of calling you
I'm done with this company
I can't do this anymore, please close my account
there is no point in calling, nobody answers
what's the point of paying for support
I give up, just refund me
I won't be here on Thursday, can you deliver on Friday
I won't be around in the afternoon for the courier
goodbye and thanks for nothing
this is my last message before I go to the ombudsman
I hope I never have to call you again
you are better off without me as a customer
it drives me crazy
I wish I had never bought it
I want to disappear into the ground
I'm dead tired of this form
the screen went dead
dead pixels in the top corner
the deal is dead
the plant you sent has died
a dead battery on arrival
my account was hacked and my savings plan shows zero
I took all the tablets back to the shop for a refund, the iPads I mean
I took the wrong cable
the bridge mode of the router does not work
I need to hang a picture and the hook broke
please hang on a second
I'm hanging in there
the app hangs when I open it
the knife set arrived blunt
the glue gun is leaking
we need to bridge the gap until June
my fitness tracker says I'm not alive
can you cut the noise on the line
odd, the number looks odd to me
a burning question about my order
I burnt the toast because the timer failed
the ink runs out after ten pages
I want this over with
The new phone dies after two hours and your site keeps killing my login
I'm dead serious, cancel it
That's a dead link, mate
my kids will kill me if the console isn't here by Saturday
We lost a customer because of this, it nearly killed the deal
I've cut up the card as you asked
the knife I ordered has a chipped blade
can you take me off the list
I will take my business elsewhere
I took the tablet back and the shop refused
the medicine was delivered to the wrong address
The pharmacy sent 30 tablets instead of 60
She passed away in March and I need to close her account
My father died last week and I have to cancel his contract
Sadly my wife is dying and we want to cancel the cruise
my dog died because I got the wrong food
I nearly fell off my chair
The hotel room had a view of the bridge and the roof terrace
the train was cancelled and I had to jump on a bus
we live on the top floor and the window does not close
I wish I could cancel online
I wish it would just work
I hope I don't have to wait any longer
I don't want to live with this noise
I'm tired of living with a broken boiler
What is the point of a warranty
I won't be alive by the time you answer
please end my misery and refund me
I'd rather die than use your app again
you people will be the death of me
The baby monitor stopped working
my son hit the screen with a toy
The alarm goes off every night
the oven gets hot on the outside
it smells of plastic
your driver hit my car
the courier attacked my reputation with that note
I was attacked by ads
My account was attacked
I have been locked out of my house account
We are bleeding customers
The line is dead, the battery is dead, I am done
I'm at the end of my rope with you
I'm at my wits' end
This is the last message I will send before going to trading standards
thank you for saving my life with this refund
you're a lifesaver
can I get an ambulance cover add-on
what does emergency services cover include
Goodbye and good luck
the tablets are on the list of devices you support
I wish it was over, this move has taken months
I looked at the tracks in my playlist and two are missing
my student account was locked
I am thinking of ending my membership
I cannot face another form
the engine stopped moving
I need a reason to stay with your company
your colleague wanted to disappear the moment I complained
the gun licence renewal page is down
it would be a relief to have this sorted
I jumped from the basic plan to pro
I have been starving for news
the accident report form is broken
""".strip().splitlines()

GENUINE = """
I want to die
i just want to die
I wanna die
I want to kill myself
I'm going to kill myself tonight
I've been thinking about killing myself
I feel suicidal
I'm having suicidal thoughts
my brother is suicidal
she tried to commit suicide last week
I attempted suicide in March and nobody knows
I wish I was dead
I wish I were dead
i wish i'd never been born
I'd rather be dead than live with this debt
I'd be better off dead
everyone would be better off without me
my kids would be better off without me
you'd all be happier without me
they would manage without me
nobody would miss me
no one would even notice if I was gone
would anyone care if I died
I don't want to be here any more
I don't want to be alive anymore
I dont want to live anymore
I don't want to exist
I don't want to wake up tomorrow
I hope I don't wake up
I wouldn't mind not waking up
if I never woke up again that would be fine
don't see the point of being here any more
I don't see the point in living
I can't see a reason to live
what's the point of living
there's no point going on
there is no reason for me to be alive
I have nothing left to live for
I have no reason to live
life isn't worth living
my life is not worth living without her
I'm tired of living
I'm so tired of being alive
I'm sick of being alive
I can't go on anymore
i cant carry on any longer
I can't keep going anymore
I want it all to end
I just want the pain to stop
I want everything to stop for good
I'm ending it all tonight
I'm going to end it all
I want to end it
I've decided to end it tonight
he says he wants to end it
my son says he wants to end it
my daughter keeps saying she wants to die
my husband is talking about ending his life
my mum said she doesn't want to live any more
my friend sent me a goodbye letter
she is threatening to kill herself
he tried to hang himself
my flatmate took an overdose
she overdosed an hour ago
I took all my pills
I've taken a whole bottle of paracetamol
I swallowed thirty tablets
I have the pills lined up in front of me
I've been saving up my tablets
I have counted out the pills
I've got a rope in the garage, rope is ready
there is a noose in the shed
I'm standing on the bridge and I can't do this, nobody is here
I'm going to jump off the roof
I want to step in front of a train
I keep thinking about driving my car into a tree
I have a gun to my head
I want to shoot myself
I cut my wrists
I've started cutting myself again
I can't stop cutting myself
she is self-harming
I self harm when the letters come
I want to hurt myself
I feel like hurting myself
I'm thinking of harming myself
I'm scared I'll hurt myself tonight
I don't feel safe with myself tonight
I don't trust myself to be alone
I'm going to take my own life
he took his own life and I want to follow
I'm taking my life into my own hands and ending my life
I've written the notes to my family, I have written a goodbye letter
by the time you read this I'll be gone
this is my goodbye
goodbye cruel world
this is the last message you'll get from anyone here, I will be dead
I'm a burden to everyone
I am just a burden
I want to go to sleep and never wake up
I wish I could just disappear
I want to disappear forever
I'm ready to join my wife in heaven, I want to be with her again
I've given up on life
put me out of my misery
I want to unalive myself
kms, seriously
I might do something stupid tonight
I'm afraid he'll do something to himself tonight
I keep having thoughts of ending it
dark thoughts about dying every night
I'm not going to be around in six weeks
I thought I was going to shake the baby
she is not breathing
my dad has collapsed
my son can't breathe and his lips are blue
I'm having chest pains right now
I think I'm having a heart attack
he's unconscious on the floor
my gran won't wake up
my baby swallowed a battery
someone drank the drain cleaner, she swallowed bleach
please send an ambulance
call 911
he said he'll kill me
my ex is outside and he has a knife, please help
he threatened to kill my daughter
he is holding me hostage
he locked me in the basement
there's an active shooter
she has been stabbed
he's bleeding heavily
my throat is closing up
I honestly can't see myself making it to Christmas, I just want out of this life
some days I look at the kitchen knives and think how easy it would be
my sister texted she's at the bridge and said sorry for everything
the world would be a better place without me in it
I've been googling painless ways to die
he's locked himself in the bathroom with a razor
if this loan gets refused I'm going to walk into the sea
I keep imagining crashing the car
there's nothing left for me here, I've said my goodbyes
mum has taken all her sleeping tablets, what do I do
I feel like everyone would be relieved if I was gone
I can't stop thinking about ending my life
please tell my kids I love them, I can't do this anymore, I'm sorry for everything
I'm not suicidal but I don't care if I live or die
he put a knife to my throat
my toddler drank some of the descaler and is throwing up
my grandad is on the floor and not responding
nan fell and is bleeding from her head badly
I want to sleep and not wake up
I had a plan and a date until your colleague called
I've thought about jumping
what is the quickest way to die
nobody needs me, I should just go
my partner strangled me on Friday
""".strip().splitlines()

SAFETY = """
I can smell gas in the kitchen
there is a gas leak
the carbon monoxide alarm keeps going off
the charger caught fire
sparks are coming from the socket
the battery exploded
there is a burning smell from the plug
my husband hits me
my boyfriend beat me last night
I was assaulted by the driver
I was raped
she is a victim of domestic violence
I'm scared of him
I fear for my life
I'm afraid for my kids
my son choked on a part of it
my daughter was burned by the lamp
he had an allergic reaction
I ran out of insulin
my boss touched me
someone is stalking me, I've been stalked for months
I will find you and hurt you
I know where you live
I'll burn your office down
""".strip().splitlines()

PROFESSIONAL = """
Hi Emily, I'm sorry the parcel is late. I have asked the courier and will write by Friday.
Thanks for telling us. The refund of £42 went out today and takes 3 to 5 working days.
I checked your account: the double charge was ours. It is reversed.
You can restart the router by holding the button for ten seconds.
We can't extend the warranty, as it ended in March. I can offer you a repair at half price.
Please don't worry, nothing is lost: your photos are in the bin for 30 days.
I understand how frustrating it is to wait three weeks. I'll stay on this until it is fixed.
Could you tell me which browser you use, and what you see when you press Save?
Your password can be reset here. The new password must have at least 12 characters.
I have passed this to our engineering team, and they will look at it tomorrow at 9 am.
Congratulations on the new baby! I have moved your booking to June.
I'm so sorry for your loss. Please take all the time you need, the contract can wait.
You can reach us at support@example.com or on 020 7946 0958 until 6 pm.
To end your subscription, open Settings and choose Plan.
The process was killed by the system because it ran out of memory. We have added more.
Our records show the order left on 3 May. If it isn't with you by Monday, I'll send another.
Feel free to hang up and call again if the line drops, we'll call you back.
That error is on our side. You did nothing wrong.
The customer portal is open again. You can log in with the same address.
The team is on it, and I'll update you in an hour.
""".strip().splitlines()
