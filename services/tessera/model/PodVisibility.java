package tessera.model;

/** How much of the pods is seen, and with it how much is known of who holds what. */
public enum PodVisibility {
    /** All of them: what nobody holds is free. */
    ALL,
    /** Some, because others may not be listed or are still being read: what nobody is seen to hold may be held. */
    SOME,
    /** None: nothing is known to be held or free. */
    NONE
}
