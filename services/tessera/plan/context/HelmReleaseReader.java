package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.model.ProblemException;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.step.HelmOperation;

/** Reads releases and charts for plans, and has Helm render what it would create. Nothing is changed. */
public interface HelmReleaseReader {

    /** Returns the newest or a given revision of a release; empty if there is none. */
    Optional<HelmReleaseRevision> readRelease(HelmReleaseNamespacedName name, Optional<Integer> revision)
            throws ProblemException, InterruptedException;

    /** Returns the releases in a namespace, or in all if none is named, sorted by name. */
    List<HelmReleaseHistory> listReleases(String namespace) throws ProblemException, InterruptedException;

    /** Returns the newest revisions that Helm began and did not finish, newest first. */
    List<UnfinishedHelmRevision> unfinishedRevisions(HelmReleaseNamespacedName name)
            throws ProblemException, InterruptedException;

    /** Returns the metadata of a chart; waits for its repository. */
    HelmChartMetadata readChart(HelmChartSource source) throws ProblemException, InterruptedException;

    /** Returns the manifest that Helm renders, without hooks; empty for an uninstallation. */
    String renderManifest(HelmOperation operation) throws ProblemException, InterruptedException;

    /** Returns the hooks that Helm recorded with a revision; empty if none is recorded yet. */
    String readHooks(HelmOperation operation) throws ProblemException, InterruptedException;

    /** Uses these credentials for charts of that server until the cluster is closed. Asks nobody. */
    void signIn(HelmRepositoryCredentials credentials) throws ProblemException;

    NodesInDriverUpgrade driverUpgradeNodes() throws ProblemException, InterruptedException;

    GpuStackInstallEnvironment readSite(String namespace) throws ProblemException, InterruptedException;

    /** Returns the permissions and quotas that decide whether a stack can be installed in a namespace. */
    GpuStackInstallPreconditions readAdmission(String namespace) throws ProblemException, InterruptedException;
}
