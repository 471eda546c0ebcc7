package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.model.Failure;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.HelmWork;

/** Reads releases and charts for plans, and has Helm render what it would create. Nothing is changed. */
public interface ReleaseLookups {

    /** Returns the newest or a given revision of a release; empty if there is none. */
    Optional<ReleaseObject> readRelease(ReleaseName name, Optional<Integer> revision)
            throws Failure, InterruptedException;

    /** Returns the releases in a namespace, or in all if none is named, sorted by name. */
    List<KnownRelease> listReleases(String namespace) throws Failure, InterruptedException;

    /** Returns the newest revisions that Helm began and did not finish, newest first. */
    List<UnfinishedRevision> unfinishedRevisions(ReleaseName name) throws Failure, InterruptedException;

    /** Returns the metadata of a chart; waits for its repository. */
    ChartDetail readChart(ChartSource source) throws Failure, InterruptedException;

    /** Returns the manifest that Helm renders, without hooks; empty for an uninstallation. */
    String renderManifest(HelmWork operation) throws Failure, InterruptedException;

    /** Returns the hooks that Helm recorded with a revision; empty if none is recorded yet. */
    String readHooks(HelmWork operation) throws Failure, InterruptedException;

    /** Uses these credentials for charts of that server until the cluster is closed. Asks nobody. */
    void signIn(ChartLogin login) throws Failure;

    DriverUpgradeNodes driverUpgradeNodes() throws Failure, InterruptedException;

    StackSite readSite(String namespace) throws Failure, InterruptedException;

    /** Returns the permissions and quotas that decide whether a stack can be installed in a namespace. */
    NamespaceAdmission readAdmission(String namespace) throws Failure, InterruptedException;
}
