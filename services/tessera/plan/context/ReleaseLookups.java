package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.model.Failure;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.HelmWork;

/** Reads what plans for releases need, and has Helm write down what it would make. Nothing is changed. */
public interface ReleaseLookups {

    /** The newest revision of a release, or one of the earlier; empty where there is none. */
    Optional<ReleaseObject> release(ReleaseName name, Optional<Integer> revision) throws Failure, InterruptedException;

    /** The releases in a namespace, or in all where none is named, by name. */
    List<KnownRelease> known(String namespace) throws Failure, InterruptedException;

    /** The newest revisions of a release that Helm has begun and not ended, newest first. */
    List<UnfinishedRevision> unfinished(ReleaseName name) throws Failure, InterruptedException;

    /** What a chart says of itself; asks whoever has it. */
    ChartDetail chart(ChartSource source) throws Failure, InterruptedException;

    /** What a chart makes as Helm writes it, without what is only there on the way; empty for an uninstallation. */
    String manifest(HelmWork work) throws Failure, InterruptedException;

    /** What it makes only on the way, as Helm noted it with a revision; empty where Helm has yet to note it. */
    String hooks(HelmWork work) throws Failure, InterruptedException;

    /** From now on, and until the cluster is left, charts of that server are asked for by that name. Asks nobody. */
    void signIn(ChartLogin login) throws Failure;

    DriverUpgradeNodes amidDrivers() throws Failure, InterruptedException;

    StackSite site(String namespace) throws Failure, InterruptedException;

    /** What decides whether a stack may be installed in a namespace. */
    NamespaceAdmission admission(String namespace) throws Failure, InterruptedException;
}
