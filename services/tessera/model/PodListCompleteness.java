package tessera.model;

/** The extent to which pods are visible, and with it the reliability of allocations. */
public enum PodListCompleteness {
    /** All of them: what nobody holds is free. */
    ALL,
    /** Some, because others may not be listed or are still being read: what nobody is seen to hold may be held. */
    SOME,
    /** None: nothing is known to be held or free. */
    NONE
}
