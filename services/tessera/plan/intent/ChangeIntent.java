package tessera.plan.intent;

/** Something that somebody wants changed in a cluster. It says what, never how. */
public sealed interface ChangeIntent permits NodeIntent, ReleaseIntent, ChangeSharing, WallAccount, WorkloadIntent,
        LaunchIntent, EditObject, QuotaIntent, CompositeIntent {

    /** What it is called on the command line and in the journal, e.g. {@code cordon}. */
    String verb();

    /** One sentence without a full stop, e.g. “Cordon h100-01”. */
    String words();

    /** How the command line is told of it, without what says which cluster is meant. */
    String command();
}
