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
 * Helm itself. It is in a process of its own, which is started when it is first needed and takes a second: its code is
 * unpacked into a temporary folder. Interrupting whoever waits for it ends it.
 */
final class HelmLibrary {

    /** For what is only rendered. A chart may have no end. */
    private static final Duration USUAL = Duration.ofMinutes(2);
    /** For what changes a cluster: each hook may take minutes, and whoever waits can have it stopped. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Duration patience;

    HelmLibrary() {
        this(USUAL);
    }

    /** @param patience for what changes nothing */
    HelmLibrary(Duration patience) {
        this.patience = patience;
    }

    /**
     * A chart that Helm finds.
     *
     * @param reference a folder, an archive or an address
     * @param version   empty for the newest
     */
    record LocatedChart(String reference, String version) {}

    /**
     * What Helm is to do with a chart.
     *
     * @param anew whether to write all of it anew, and not only what becomes otherwise
     */
    record Task(LocatedChart chart, ReleaseName release, @Nullable Path values, String description, boolean anew) {

        private HelmRequest request(Verb verb, String kubeconfig, boolean skipped) {
            return new HelmRequest(verb, chart.reference(), chart.version(), release.name(), release.namespace(),
                    values == null ? "" : values.toString(), description, kubeconfig, skipped, anew);
        }
    }

    private static String asked(String words, HelmRequest request, Duration patience)
            throws Failure, InterruptedException {
        try {
            var answer = HelmProcess.ask(request, patience);
            return switch (answer.getFirst()) {
                case HelmWorker.DONE -> answer.getLast();
                case HelmWorker.UNLOADED -> throw new Failure(new Problem(ProblemKind.UNEXPECTED,
                        "Could not " + words + ": Helm cannot be loaded", answer.getLast(),
                        "This build may lack Helm’s library for this system."));
                default -> throw new Failure(Problem.of(kind(answer.getLast()), "Could not " + words)
                        .withDetail(answer.getLast().strip()));
            };
        } catch (TimeoutException e) {
            throw new Failure(new Problem(ProblemKind.TIMEOUT, "Could not %s: Helm did not end within %d s"
                    .formatted(words, patience.toSeconds()), "", "The chart may have no end: ask who made it."), e);
        } catch (EndedException e) {
            var headline = "Could not " + words + ": " + e.words();
            throw new Failure(e.ofMemory()
                    ? new Problem(ProblemKind.INVALID, headline, "", "The chart may have no end: ask who made it.")
                    : Problem.of(ProblemKind.UNEXPECTED, headline), e);
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.UNEXPECTED, "Could not " + words + ": Helm cannot be started")
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }

    private static ProblemKind kind(String words) {
        if (words.contains("Read-only mode")) {
            return ProblemKind.READ_ONLY;
        }
        if (words.contains("forbidden")) {
            return ProblemKind.FORBIDDEN;
        }
        return words.contains("another operation") || words.contains("already exists")
                || words.contains("cannot be imported") ? ProblemKind.CONFLICT : ProblemKind.INVALID;
    }

    private String shown(Verb verb, String words, LocatedChart chart) throws Failure, InterruptedException {
        return asked("read " + words + " " + chart.reference(),
                HelmRequest.show(verb, chart.reference(), chart.version()), patience);
    }

    /** What the chart says of itself, as YAML. */
    String described(LocatedChart chart) throws Failure, InterruptedException {
        return shown(Verb.SHOW_CHART, "the chart", chart);
    }

    /** The values that the chart has, as YAML; empty where it has none. */
    String values(LocatedChart chart) throws Failure, InterruptedException {
        return shown(Verb.SHOW_VALUES, "the values of the chart", chart);
    }

    /** The definitions of kinds that lie beside the objects of a chart, as YAML; empty where there are none. */
    String definitions(LocatedChart chart) throws Failure, InterruptedException {
        return shown(Verb.SHOW_DEFINITIONS, "the definitions of the chart", chart);
    }

    /** Renders what an installation makes, for a cluster that takes nothing. */
    void rehearseInstall(Task task, String kubeconfig) throws Failure, InterruptedException {
        asked("install " + task.release(), task.request(Verb.INSTALL, kubeconfig, /* skipped= */ true), patience);
    }

    /** Renders what an upgrade makes, for a cluster that takes nothing. */
    void rehearseUpgrade(Task task, String kubeconfig) throws Failure, InterruptedException {
        asked("upgrade " + task.release(), task.request(Verb.UPGRADE, kubeconfig, /* skipped= */ true), patience);
    }

    /** Installs, with what the chart has in its folder of CRDs first. */
    void install(Task task, String kubeconfig) throws Failure, InterruptedException {
        asked("install " + task.release(), task.request(Verb.INSTALL, kubeconfig, /* skipped= */ false), LONGEST);
    }

    /** Another revision with the chart's defaults and these values, and nothing of what was set before. */
    void upgrade(Task task, String kubeconfig) throws Failure, InterruptedException {
        asked("upgrade " + task.release(), task.request(Verb.UPGRADE, kubeconfig, /* skipped= */ false), LONGEST);
    }

    void uninstall(ReleaseName release, String kubeconfig) throws Failure, InterruptedException {
        asked("uninstall " + release, new HelmRequest(Verb.UNINSTALL, "", "", release.name(), release.namespace(), "",
                "", kubeconfig, false, false), LONGEST);
    }
}
