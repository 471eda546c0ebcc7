package tessera.cluster.helm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tessera.cluster.helm.HelmWorkerProcess.HelmWorkerEndedException;
import tessera.cluster.helm.HelmWorkerRequest.HelmCommandVerb;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.text.MessageCatalog;

/**
 * Access to the Helm library. It is in a process of its own, which is started when it is first needed and takes a second: its code is
 * unpacked into a temporary folder. Interrupting whoever waits for it ends it.
 */
final class HelmLibraryClient {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmLibraryClient.class);

    /** For what is only rendered. A chart may have no end. */
    private static final Duration USUAL = Duration.ofMinutes(2);
    /** For what changes a cluster: each hook may take minutes, and whoever waits can have it stopped. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Duration timeout;

    HelmLibraryClient() {
        this(USUAL);
    }

    /** @param timeout for what changes nothing */
    HelmLibraryClient(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * A chart that Helm can find.
     *
     * @param reference a folder, an archive or an address
     * @param version   empty for the newest
     */
    record LocatedHelmChart(String reference, String version) {}

    /**
     * A chart, a release name and the values of one Helm command.
     *
     * @param force whether to write all of it anew, and not only what becomes otherwise
     */
    record HelmCommandInput(LocatedHelmChart chart, HelmReleaseNamespacedName release, @Nullable Path values,
            String description, boolean force) {

        private HelmWorkerRequest requestFor(HelmCommandVerb verb, String kubeconfig, boolean skipped) {
            return new HelmWorkerRequest(verb, chart.reference(), chart.version(), release.name(), release.namespace(),
                    values == null ? "" : values.toString(), description, kubeconfig, skipped, force);
        }
    }

    private static String runRequest(String text, HelmWorkerRequest request, Duration timeout)
            throws ProblemException, InterruptedException {
        try {
            var answer = HelmWorkerProcess.ask(request, timeout);
            return switch (answer.getFirst()) {
                case HelmWorker.DONE -> answer.getLast();
                case HelmWorker.UNLOADED -> throw new ProblemException(
                        Problem.of(OperationProblemKind.UNEXPECTED, new HelmReason.HelmNotLoaded(text))
                                .withDetail(answer.getLast()));
                default -> throw new ProblemException(
                        Problem.of(problemKindOf(answer.getLast()), new HelmReason.HelmRequestFailed(text))
                                .withDetail(answer.getLast().strip()));
            };
        } catch (TimeoutException e) {
            throw new ProblemException(OperationProblemKind.TIMEOUT,
                    new HelmReason.HelmTimedOut(text, timeout.toSeconds()), e);
        } catch (HelmWorkerEndedException e) {
            throw e.isOutOfMemory()
                    ? new ProblemException(OperationProblemKind.INVALID,
                            new HelmReason.HelmOutOfMemory(text, e.reason()), e)
                    : new ProblemException(OperationProblemKind.UNEXPECTED,
                            new HelmReason.HelmCrashed(text, e.reason()), e);
        } catch (IOException e) {
            throw new ProblemException(Problem.of(OperationProblemKind.UNEXPECTED, new HelmReason.HelmNotStarted(text))
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }

    private static OperationProblemKind problemKindOf(String text) {
        if (text.contains("Read-only mode")) {
            return OperationProblemKind.READ_ONLY;
        }
        if (text.contains("forbidden")) {
            return OperationProblemKind.FORBIDDEN;
        }
        if (text.contains("another operation") || text.contains("already exists") || text.contains("be imported")) {
            return OperationProblemKind.CONFLICT;
        }
        return OperationProblemKind.INVALID;
    }

    private String showChart(HelmCommandVerb verb, String key, LocatedHelmChart chart)
            throws ProblemException, InterruptedException {
        return runRequest(MESSAGES.text(key, chart.reference()),
                HelmWorkerRequest.showChart(verb, chart.reference(), chart.version()), timeout);
    }

    /** Returns the metadata of the chart, as YAML. */
    String chartYaml(LocatedHelmChart chart) throws ProblemException, InterruptedException {
        return showChart(HelmCommandVerb.SHOW_CHART, "read.chart", chart);
    }

    /** Returns the chart's default values, as YAML; empty where it has none. */
    String defaultValues(LocatedHelmChart chart) throws ProblemException, InterruptedException {
        return showChart(HelmCommandVerb.SHOW_VALUES, "read.values", chart);
    }

    /** Returns the CRDs that lie beside the templates of a chart, as YAML; empty where there are none. */
    String crdYaml(LocatedHelmChart chart) throws ProblemException, InterruptedException {
        return showChart(HelmCommandVerb.SHOW_DEFINITIONS, "read.crds", chart);
    }

    /** Renders an installation without changing the cluster. */
    void rehearseInstall(HelmCommandInput helmCommandInput, String kubeconfig)
            throws ProblemException, InterruptedException {
        runRequest(MESSAGES.text("install", helmCommandInput.release()),
                helmCommandInput.requestFor(HelmCommandVerb.INSTALL, kubeconfig, /* skipped= */ true), timeout);
    }

    /** Renders an upgrade without changing the cluster. */
    void rehearseUpgrade(HelmCommandInput helmCommandInput, String kubeconfig)
            throws ProblemException, InterruptedException {
        runRequest(MESSAGES.text("upgrade", helmCommandInput.release()),
                helmCommandInput.requestFor(HelmCommandVerb.UPGRADE, kubeconfig, /* skipped= */ true), timeout);
    }

    /** Installs a chart, with the CRDs in its folder first. */
    void install(HelmCommandInput helmCommandInput, String kubeconfig) throws ProblemException, InterruptedException {
        runRequest(MESSAGES.text("install", helmCommandInput.release()),
                helmCommandInput.requestFor(HelmCommandVerb.INSTALL, kubeconfig, /* skipped= */ false), LONGEST);
    }

    /** Upgrades to a revision with the chart's defaults and these values only, without the values set before. */
    void upgrade(HelmCommandInput helmCommandInput, String kubeconfig) throws ProblemException, InterruptedException {
        runRequest(MESSAGES.text("upgrade", helmCommandInput.release()),
                helmCommandInput.requestFor(HelmCommandVerb.UPGRADE, kubeconfig, /* skipped= */ false), LONGEST);
    }

    void uninstall(HelmReleaseNamespacedName release, String kubeconfig) throws ProblemException, InterruptedException {
        runRequest(MESSAGES.text("uninstall", release), new HelmWorkerRequest(HelmCommandVerb.UNINSTALL, "", "",
                release.name(), release.namespace(), "", "", kubeconfig, false, false), LONGEST);
    }
}
