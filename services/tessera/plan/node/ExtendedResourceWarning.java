package tessera.plan.node;

import tessera.text.Reason;

/** Warnings before a node advertises another amount of an extended resource. */
sealed interface ExtendedResourceWarning extends Reason {

    record PluginManagedResource(String resource) implements ExtendedResourceWarning {}

    record ResourceWithdrawal() implements ExtendedResourceWarning {}
}
