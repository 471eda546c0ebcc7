package tessera.cluster.helm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tessera.cluster.helm.HelmProcess.EndedException;
import tessera.cluster.helm.HelmRequest.Verb;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ReleaseName;

/**
 * Access to the Helm library. It is in a process of its own, which is started when it is first needed and takes a second: its code is
 * unpacked into a temporary folder. Interrupting whoever waits for it ends it.
 */
final class HelmLibrary {

    /** For what is only rendered. A chart may have no end. */
    private static final Duration USUAL = Duration.ofMinutes(2);
    /** For what changes a cluster: each hook may take minutes, and whoever waits can have it stopped. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Duration timeout;

    HelmLibrary() {
        this(USUAL);
    }

    /** @param timeout for what changes nothing */
    HelmLibrary(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * A chart that Helm can find.
     *
     * @param reference a folder, an archive or an address
     * @param version   empty for the newest
     */
    record LocatedChart(String reference, String version) {}

    /**
     * A chart, a release name and the values of one Helm command.
     *
     * @param force whether to write all of it anew, and not only what becomes otherwise
     */
    record Task(LocatedChart chart, ReleaseName release, @Nullable Path values, String description, boolean force) {

        private HelmRequest requestFor(Verb verb, String kubeconfig, boolean skipped) {
            return new HelmRequest(verb, chart.reference(), chart.version(), release.name(), release.namespace(),
                    values == null ? "" : values.toString(), description, kubeconfig, skipped, force);
        }
    }

    private static String runRequest(String text, HelmRequest request, Duration timeout)
            throws Failure, InterruptedException {
        try {
            var answer = HelmProcess.ask(request, timeout);
            return switch (answer.getFirst()) {
                case HelmWorker.DONE -> answer.getLast();
                case HelmWorker.UNLOADED -> throw new Failure(new Problem(ProblemKind.UNEXPECTED,
                        "Could not " + text + ": Helm cannot be loaded", answer.getLast(),
                        "This build may lack Helm’s library for this system."));
                default -> throw new Failure(Problem.of(problemKindOf(answer.getLast()), "Could not " + text)
                        .withDetail(answer.getLast().strip()));
            };
        } catch (TimeoutException e) {
            throw new Failure(new Problem(ProblemKind.TIMEOUT, "Could not %s: Helm did not end within %d s"
                    .formatted(text, timeout.toSeconds()), "", "The chart may have no end: ask who made it."), e);
        } catch (EndedException e) {
            var headline = "Could not " + text + ": " + e.problemText();
            throw new Failure(e.isOutOfMemory()
                    ? new Problem(ProblemKind.INVALID, headline, "", "The chart may have no end: ask who made it.")
                    : Problem.of(ProblemKind.UNEXPECTED, headline), e);
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.UNEXPECTED, "Could not " + text + ": Helm cannot be started")
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }

    private static ProblemKind problemKindOf(String text) {
        if (text.contains("Read-only mode")) {
            return ProblemKind.READ_ONLY;
        }
        if (text.contains("forbidden")) {
            return ProblemKind.FORBIDDEN;
        }
        return text.contains("another operation") || text.contains("already exists")
                || text.contains("cannot be imported") ? ProblemKind.CONFLICT : ProblemKind.INVALID;
    }

    private String showChart(Verb verb, String text, LocatedChart chart) throws Failure, InterruptedException {
        return runRequest("read " + text + " " + chart.reference(),
                HelmRequest.showChart(verb, chart.reference(), chart.version()), timeout);
    }

    /** Returns the metadata of the chart, as YAML. */
    String chartYaml(LocatedChart chart) throws Failure, InterruptedException {
        return showChart(Verb.SHOW_CHART, "the chart", chart);
    }

    /** Returns the chart's default values, as YAML; empty where it has none. */
    String defaultValues(LocatedChart chart) throws Failure, InterruptedException {
        return showChart(Verb.SHOW_VALUES, "the values of the chart", chart);
    }

    /** Returns the CRDs that lie beside the templates of a chart, as YAML; empty where there are none. */
    String crdYaml(LocatedChart chart) throws Failure, InterruptedException {
        return showChart(Verb.SHOW_DEFINITIONS, "the definitions of the chart", chart);
    }

    /** Renders an installation without changing the cluster. */
    void rehearseInstall(Task task, String kubeconfig) throws Failure, InterruptedException {
        runRequest("install " + task.release(), task.requestFor(Verb.INSTALL, kubeconfig, /* skipped= */ true),
                timeout);
    }

    /** Renders an upgrade without changing the cluster. */
    void rehearseUpgrade(Task task, String kubeconfig) throws Failure, InterruptedException {
        runRequest("upgrade " + task.release(), task.requestFor(Verb.UPGRADE, kubeconfig, /* skipped= */ true),
                timeout);
    }

    /** Installs a chart, with the CRDs in its folder first. */
    void install(Task task, String kubeconfig) throws Failure, InterruptedException {
        runRequest("install " + task.release(), task.requestFor(Verb.INSTALL, kubeconfig, /* skipped= */ false),
                LONGEST);
    }

    /** Upgrades to a revision with the chart's defaults and these values only, without the values set before. */
    void upgrade(Task task, String kubeconfig) throws Failure, InterruptedException {
        runRequest("upgrade " + task.release(), task.requestFor(Verb.UPGRADE, kubeconfig, /* skipped= */ false),
                LONGEST);
    }

    void uninstall(ReleaseName release, String kubeconfig) throws Failure, InterruptedException {
        runRequest("uninstall " + release,
                new HelmRequest(Verb.UNINSTALL, "", "", release.name(), release.namespace(), "",
                        "", kubeconfig, false, false),
                LONGEST);
    }
}
