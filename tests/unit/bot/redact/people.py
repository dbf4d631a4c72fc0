"""Names of people, written by hand for these tests, and sentences to put them in."""

from __future__ import annotations

PEOPLE = tuple(
    """
    Anna; Tom Becker; Priya Raman; Olumide; Jean-Luc Moreau; Siobhán; Nguyễn Thảo
    Mohammed Al-Sayed; Björn; María José; Kowalczyk; Aisha Bello; Yuki Tanabe; O'Connor
    Grace; Will Harper; Ivana Novak; Zoltán; Chidi; Fatou Diop; Mei-Ling; Giuseppe Rossi
    Hannah Lindqvist; Dmitri; Kwame Asante
    Rajesh; Lars Pedersen; Elif Yıldız; Beatriz; Sanjay Gupta; Ruth; Mark Ellis; Ingrid; Tariq Aziz
    Noor; Carlos Mendes; Ewa; Hiroshi Ono; Sinead Murphy; Pádraig; Thandiwe; Bogdan; Chloe Martin
    Xiomara; Jürgen Klein; Amara; Lucia; Vikram Shah; Dolores; Anneke de Vries; Patrick; Salma
    """.replace("\n", ";").split(";")
)
PEOPLE = tuple(name.strip() for name in PEOPLE if name.strip())

CUED = (
    "Hi {}, I am sorry about the delay.",
    "Dear {},\n\nyour parcel is on its way.",
    "We will call you back today.\n\nKind regards,\n{}",
    "My name is {} and I look after your case.",
    "Hello, this is {} from the support team.",
    "Thank you so much, {}!",
    "I spoke to {} about it yesterday.",
    "Mrs {} is right, the bill is wrong.",
    "my husband {} ordered it for me",
)
UNCUED = (
    "As far as I can see {} has paid already.",
    "The parcel was signed for, and {} says it is not there.",
    "Please tell {} that we are on it.",
    "I passed it on. {} will write to you.",
)
