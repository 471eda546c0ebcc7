package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.report.LaunchReport;
import tessera.app.report.WhyReport;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.MigRepartitioning;
import tessera.insight.PodOwners;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintRule.Admission;
import tessera.lint.source.ValueTrees;
import tessera.mig.MigProducts;
import tessera.model.DurationText;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.quota.QueuedLaunches;
import tessera.scheduling.FitCheck;
import tessera.scheduling.LaunchChecks;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.SurroundingsReader;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.scheduling.spec.ManifestPods;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.yaml.JsonText;

/** Prints why a pod finds no node, or whether those of a manifest would. */
@Command(name = "why", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Explain why a pod is pending (node by node) or does not start, and what would help; or whether the pods of a manifest could be scheduled.")
final class WhyCommand implements Callable<Integer> {

    private static final int LISTED = 3;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Parameters(arity = "0..1", paramLabel = "[NAMESPACE/]POD", description = "Pod, or NAMESPACE/NAME of a workload without pods: a suspended or failed Job, or a workload whose pods are rejected.")
    private @Nullable String pod;

    @Option(names = {"-f",
        "--filename"}, paramLabel = "FILE", description = "Check the pods of this manifest instead, before they are created; - for standard input.")
    private @Nullable Path file;

    @Option(names = {"-n",
        "--namespace"}, paramLabel = "NAME", description = "Namespace of the pod, or with -f of objects without one (default: the context's).")
    private @Nullable String namespace;

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "text", description = "One of: ${COMPLETION-CANDIDATES}.", completionCandidates = WhyFormNames.class)
    private WhyForm form = WhyForm.TEXT;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time to wait for the cluster (default: 60).")
    private int patience = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** How the answer is printed. */
    private enum WhyForm {
        TEXT,
        WIDE,
        JSON
    }

    /** The forms, as a user types them. */
    private static final class WhyFormNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("text", "wide", "json").iterator();
        }
    }

    @Override
    public Integer call() throws Failure {
        if ((pod == null) == (file == null)) {
            throw new ParameterException(spec.commandLine(),
                    "Name a pod, or a manifest by -f" + (pod == null ? "" : ", not both"));
        }
        var objects = file == null ? List.<JsonNode>of() : accepted(FileArgument.textOrInput(file));
        try (var desk = cluster.opened()) {
            var fleet = SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NONE,
                    Duration.ofSeconds(patience));
            print(pod == null ? launches(desk, fleet, objects)
                    : why(desk, fleet, namespace == null || pod.contains("/") ? pod : namespace + "/" + pod));
            CliErrors.withoutNodes(fleet.snapshot(), spec.commandLine());
            CliErrors.incomplete(fleet.snapshot(), spec.commandLine());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
        return 0;
    }

    /** What is refused finds no node, however much room there is. */
    private List<JsonNode> accepted(String text) throws Failure {
        var read = ValueTrees.of(text);
        if (namespace != null) {
            NamespaceOption.agrees(text, namespace);
        }
        var linter = new ManifestLinter(AcceleratorCatalog.standard());
        var refused = linter.judged(text, Admission.REFUSED);
        if (!refused.isEmpty()) {
            throw new Failure(wrong("A server refuses this manifest", refused));
        }
        var dropped = linter.judged(text, Admission.DROPPED);
        if (!dropped.isEmpty()) {
            CliErrors.remark(wrong("A server refuses this manifest, or drops what is wrong of it", dropped),
                    spec.commandLine());
        }
        return read;
    }

    private static Problem wrong(String headline, List<LintFinding> findings) {
        var words = findings.stream().limit(LISTED)
                .map(finding -> "line %d: %s".formatted(finding.line(), finding.reason()))
                .collect(Collectors.joining("; "))
                + (findings.size() > LISTED ? "; and %d more".formatted(findings.size() - LISTED) : "");
        return Problem.of(ProblemKind.CONFIGURATION, headline).withDetail(words)
                .withRemedy("Mend it: tessera lint tells all that is wrong with it, and lint --fix mends much of it");
    }

    private String why(ClusterDesk desk, GpuFleet known, String name) throws Failure, InterruptedException {
        var snapshot = known.snapshot();
        var objects = desk.reached().objects();
        var work = podless(objects, snapshot, name, true);
        if (work.isPresent()) {
            var held = work.get().in(desk.target());
            var resumed = new LaunchChecks(objects).resumed(known, held.work());
            return form == WhyForm.JSON ? JsonText.of(WhyReport.json(held, resumed))
                    : WhyReport.text(held, resumed);
        }
        var facts = found(snapshot, name);
        var whole = objects.object(ObjectRef.pod(facts.namespace(), facts.name()))
                .orElseThrow(
                        () -> new Failure(
                                Problem.of(ProblemKind.NOT_FOUND, "There is no pod “%s” any more".formatted(name))));
        var wish = PodSchedulingSpec.of(whole);
        var fleet = measured(desk, known, Stream.of(wish));
        var fit = new FitCheck(MigProducts.bundled()).of(fleet, wish, Optional.of(facts),
                new SurroundingsReader(objects).read(wish)).in(desk.target());
        return form == WhyForm.JSON ? JsonText.of(WhyReport.json(fit))
                : WhyReport.text(fit, "%s · %s%s".formatted(facts.key(), facts.status(), age(snapshot, facts)))
                        + (form == WhyForm.WIDE ? WhyReport.wide(fit) : "");
    }

    /** Where the instances lie that others hold, and so which GPUs can be cut anew, only exporters tell. */
    private GpuFleet measured(ClusterDesk desk, GpuFleet known, Stream<PodSchedulingSpec> wishes)
            throws Failure, InterruptedException {
        return !known.snapshot().nodesSeen()
                || wishes.allMatch(wish -> MigRepartitioning.wanted(wish.requests()).size() == 0) ? known
                        : MeasuredFleet.of(desk, Duration.ofSeconds(patience)).fleet();
    }

    /** Work of this name that lacks pods, where there is no such pod. */
    static Optional<WorkloadWithoutPods> podless(ObjectSource objects, Snapshot snapshot, String name)
            throws Failure, InterruptedException {
        return podless(objects, snapshot, name, false);
    }

    /**
     * Whether there is any is not known to who may not look.
     *
     * @param failed whether Jobs that were given up are meant, too
     */
    private static Optional<WorkloadWithoutPods> podless(ObjectSource objects, Snapshot snapshot, String name,
            boolean failed)
            throws Failure, InterruptedException {
        int slash = name.indexOf('/');
        if (slash < 0 || snapshot.pods().anyMatch(pod -> pod.key().equals(name))) {
            return Optional.empty();
        }
        var reader = new WorkloadWithoutPodsReader(objects, snapshot, Clock.systemUTC().instant());
        try {
            var lacking = reader.of(name.substring(0, slash), name.substring(slash + 1));
            return lacking.isPresent() || !failed ? lacking
                    : reader.failed(name.substring(0, slash), name.substring(slash + 1));
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            var given = failed ? given(reader, name, slash) : Optional.<WorkloadWithoutPods>empty();
            if (given.isPresent()) {
                return given;
            }
            var pods = made(snapshot, name);
            throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no pod “%s”".formatted(name))
                    .withRemedy((pods.isEmpty() ? "" : pods + ". ") + "Whether there is work of that name "
                            + (pods.isEmpty() ? "" : "that lacks pods ") + "is not known: "
                            + failure.problem().headline()),
                    failure);
        }
    }

    private static Optional<WorkloadWithoutPods> given(WorkloadWithoutPodsReader reader, String name, int slash)
            throws Failure, InterruptedException {
        try {
            return reader.failed(name.substring(0, slash), name.substring(slash + 1));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.FORBIDDEN) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private static String age(Snapshot snapshot, PodFacts pod) {
        var created = pod.created();
        if (created == null) {
            return "";
        }
        return " · created %s ago"
                .formatted(DurationText.words(snapshot.age(created, Clock.systemUTC().instant())));
    }

    /** The pod that is meant; without a namespace its name has to be the only one. */
    static PodFacts found(Snapshot snapshot, String name) throws Failure {
        int slash = name.indexOf('/');
        var pods = snapshot.pods().filter(each -> slash < 0 ? each.name().equals(name) : each.key().equals(name))
                .toList();
        if (pods.size() > 1) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "Several pods are called “%s”".formatted(name))
                    .withRemedy("Name one: " + pods.stream().map(PodFacts::key).collect(Collectors.joining(", "))));
        }
        if (pods.isEmpty() && snapshot.podHealth() instanceof SourceHealth.Absent(var why)) {
            throw new Failure(why.about("Whether there is a pod “%s” is not known".formatted(name)));
        }
        return pods.stream().findFirst()
                .orElseThrow(() -> new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no pod “%s”".formatted(name))
                        .withRemedy(slash < 0 ? "Work that lacks pods is asked for as NAMESPACE/NAME."
                                : made(snapshot, name))));
    }

    /** Which pods it has whose name was said instead of one of theirs, those first that wait; empty where it has none. */
    private static String made(Snapshot snapshot, String name) {
        var pods = snapshot.pods().filter(pod -> Stream.of(pod.owner(), PodOwners.of(pod))
                .anyMatch(owner -> name.equals(pod.namespace() + "/" + owner.name())))
                .sorted(Comparator.comparing((PodFacts pod) -> !pod.node().isEmpty()).thenComparing(PodFacts::name))
                .limit(LISTED).toList();
        return pods.isEmpty() ? ""
                : "Name one of the pods of that %s: %s".formatted(maker(pods.getFirst(), name),
                        pods.stream().map(PodFacts::key).collect(Collectors.joining(", ")));
    }

    /** What a pod says of whom its user takes for its maker, or of what really made it, whichever goes by that name. */
    private static String maker(PodFacts pod, String name) {
        return name.endsWith("/" + pod.owner().name()) ? pod.owner().kind() : PodOwners.of(pod).kind();
    }

    private String launches(ClusterDesk desk, GpuFleet fleet, List<JsonNode> objects)
            throws Failure, InterruptedException {
        var queued = new QueuedLaunches(desk.reached().objects());
        var manifest = queued.told(ManifestPods.of(objects, namespace == null
                ? ConnectionAwaiter.namespace(desk, Duration.ofSeconds(patience))
                : namespace));
        var wishes = manifest.pods().stream().map(pods -> PodSchedulingSpec.of(pods.pod()));
        var launches = queued.of(measured(desk, fleet, wishes), manifest).stream().map(each -> each.in(desk.target()))
                .toList();
        if (form == WhyForm.JSON || !launches.isEmpty()) {
            manifest.gaps()
                    .forEach(gap -> CliErrors.remark(Problem.of(ProblemKind.NOT_FOUND, gap), spec.commandLine()));
        }
        return form == WhyForm.JSON ? JsonText.of(LaunchReport.json(launches, manifest.gaps()))
                : LaunchReport.text(launches, manifest.none());
    }

    private void print(String text) throws Failure {
        spec.commandLine().getOut().print(text);
        CliErrors.flush(spec.commandLine());
    }
}
