package tessera.mig;

/** What became of the attempt to put some instances on a GPU. */
public sealed interface Placing {

    /** There is a way; this is one. */
    record Placed(MigLayout layout) implements Placing {}

    /** There is none. */
    record Impossible(Misfit why) implements Placing {}
}
