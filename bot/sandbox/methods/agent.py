"""``assistant.threads.*`` and ``functions.*``: the agent's direct messages, steps of workflows."""

from __future__ import annotations

from bot.sandbox.errors import SlackError
from bot.sandbox.limits import PROMPTS
from bot.sandbox.methods.call import Call, Method, invalid_arguments
from bot.sandbox.model import Agent, Step
from bot.sandbox.schema import JsonObject
from bot.sandbox.validate import objects


def set_status(call: Call) -> JsonObject:
    """``assistant.threads.setStatus``: an empty status takes the line away."""
    agent, thread = _agent(call), call.needs("thread_ts")
    said = call.text("status")
    if said:
        agent.status[thread] = said
    else:
        agent.status.pop(thread, None)
    call.workspace.changed()
    return {}


def set_suggested_prompts(call: Call) -> JsonObject:
    """``assistant.threads.setSuggestedPrompts``: at most four, each with title and message."""
    agent, prompts = _agent(call), list(objects(call.json("prompts")))
    if not 1 <= len(prompts) <= PROMPTS:
        raise invalid_arguments(f"[ERROR] between 1 and {PROMPTS} items [json-pointer:/prompts]")
    for number, prompt in enumerate(prompts):
        if not (prompt.get("title") and prompt.get("message")):
            raise invalid_arguments(f"[ERROR] title and message [json-pointer:/prompts/{number}]")
    agent.title, agent.prompts = call.text("title"), prompts
    call.workspace.changed()
    return {}


def _agent(call: Call) -> Agent:
    channel = call.workspace.channels.get(call.needs("channel_id"))
    if channel is None or channel.kind != "im":
        raise SlackError("channel_not_found")
    return call.workspace.agent(channel.id)


def complete_success(call: Call) -> JsonObject:
    """``functions.completeSuccess``."""
    outputs = call.json("outputs")
    if not isinstance(outputs, dict):
        raise SlackError("parameter_validation_failed")
    return _end(call, Step(outputs))


def complete_error(call: Call) -> JsonObject:
    """``functions.completeError``."""
    return _end(call, Step(error=call.needs("error")))


def _end(call: Call, step: Step) -> JsonObject:
    """End a step once; Slack refuses an execution that it does not know or that has ended."""
    name = call.needs("function_execution_id")
    if name not in call.workspace.steps:
        raise SlackError("function_execution_not_found")
    if call.workspace.steps[name] != Step():
        raise SlackError("function_execution_not_in_running_state")
    call.workspace.steps[name] = step
    call.workspace.changed()
    return {}


METHODS = {
    "assistant.threads.setStatus": Method(set_status, "chat:write"),
    "assistant.threads.setSuggestedPrompts": Method(set_suggested_prompts, "assistant:write"),
    "functions.completeSuccess": Method(complete_success),
    "functions.completeError": Method(complete_error),
}
