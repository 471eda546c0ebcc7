package tessera.plan.access;

import tessera.text.Reason;

/** A refusal of the account of a wall display, or a warning about it. */
sealed interface WallDisplayAccountReason extends Reason {

    record AccountNameInvalid(String name, String namespace) implements WallDisplayAccountReason {}

    record AccountObjectOfOthers(String object) implements WallDisplayAccountReason {}

    record AccountRemovalStopsWalls() implements WallDisplayAccountReason {}

    record AccountTokenNeverExpires(String secret) implements WallDisplayAccountReason {}

    record AccountReadsPodPorts() implements WallDisplayAccountReason {}

    record AccountReadsServices() implements WallDisplayAccountReason {}

    record AccountCannotAskPrometheus() implements WallDisplayAccountReason {}
}
