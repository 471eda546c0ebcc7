package tessera.plan.operator;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.GpuNode;
import tessera.model.Failure;
import tessera.model.NodeInfo;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.draft.Plan;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseIntent.SetValues;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.Access;
import tessera.plan.step.HelmWork;
import tessera.plan.step.Rehearsal;
import tessera.plan.survey.AmidDrivers;
import tessera.plan.survey.ChartDetail;
import tessera.plan.survey.Lookups;
import tessera.plan.survey.ReleaseObject;

/** Plans what is wanted of a release: reads what must be known, then asks a pure planner. Safe for use by several threads. */
public final class ReleasePlans {

    private static final String NVIDIA = "NVIDIA";

    private final Lookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final Accelerators accelerators;

    public ReleasePlans(Lookups lookups, Supplier<Snapshot> snapshot, Accelerators accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Works out a plan; waits for the server. */
    public Plan plan(ReleaseIntent intent, Instant now) throws Failure, InterruptedException {
        var survey = survey(intent, now);
        return TurnedOff.told(ReleasePlanner.plan(intent, survey), intent, survey, gpus());
    }

    /** What is looked at before something is installed; waits for the server. */
    public List<Check> preflight(ReleaseIntent.Install intent, Instant now) throws Failure, InterruptedException {
        return Preflight.of(survey(intent, now), intent);
    }

    /**
     * What is advised to be set; waits for the server.
     *
     * @param platform its name, or {@link PlatformAdvice#DETECTED}
     * @param version  of the chart; may be empty
     */
    public PlatformAdvice advice(ReleaseName release, String platform, String version)
            throws Failure, InterruptedException {
        var nodes = snapshot.get().nodes().stream().map(NodeInfo::facts).toList();
        var gpus = gpus().stream().map(node -> node.info().facts()).toList();
        return new Surroundings(nodes, gpus, lookups.releases().site(release.namespace()), release.namespace())
                .advice(platform, version);
    }

    /**
     * Which images a release as it is wanted needs; waits for the server and whoever has the chart.
     *
     * @param registry that they shall come from; empty for where the chart has them from
     */
    public ImageNeeds images(ReleaseIntent intent, String registry) throws Failure, InterruptedException {
        var releases = lookups.releases();
        var release = releases.release(intent.release(), Optional.empty());
        var set = switch (intent) {
            case ReleaseIntent.Install(var _, var _, var values) -> Values.read(values);
            case ReleaseIntent.Upgrade(var _, var _, var values) -> over(values, release);
            case SetValues(var _, var _, var values) -> over(values, release);
            default -> over("", release);
        };
        var source = source(intent);
        boolean recorded = source.equals(SetValues.RECORDED);
        if (recorded && release.isEmpty()) {
            throw new Failure(Problem.of(Problem.Kind.NOT_FOUND, "Helm knows of no release " + intent.release())
                    .withRemedy("Say which chart is meant."));
        }
        var chart = recorded ? release.orElseThrow().detail() : releases.chart(source);
        var rewritten = registry.isBlank() ? List.<Advice>of()
                : Registry.rewritten(set.over(Values.read(chart.defaults())), registry);
        var values = Advice.laid(rewritten).over(set).yaml();
        var manifest = recorded && rewritten.isEmpty() ? release.orElseThrow().manifest()
                : releases.manifest(recorded
                        ? new HelmWork.Revalue(intent.release(), release.orElseThrow().revision(), values)
                        : new HelmWork.Install(intent.release(), source, values));
        return ImageNeeds.of(Images.of(manifest, chart.version(), gpus().stream().map(node -> node.info().facts())
                .toList()), rewritten, registry);
    }

    private static Values over(String values, Optional<ReleaseObject> release) throws Failure {
        return Values.read(values).over(Values.read(release.map(ReleaseObject::values).orElse("")));
    }

    /** Whole GPUs rather than parts of some. */
    private static Map<String, String> free(List<GpuNode> gpus) {
        var free = new TreeMap<String, String>();
        for (var node : gpus) {
            if (node.closed() || node.state().compareTo(GpuNode.State.NOT_OFFERED) <= 0) {
                continue;
            }
            node.groups().stream().sorted(Comparator.comparing(group -> group.form()))
                    .flatMap(group -> group.uses().stream())
                    .filter(use -> use.allocatable() > use.allocated()).findFirst()
                    .ifPresent(use -> free.put(node.name(), use.resource()));
        }
        return free;
    }

    private List<GpuNode> gpus() {
        return new Fleet.Reader(accelerators).read(snapshot.get()).nodes().stream()
                .filter(node -> node.vendor().equals(NVIDIA)).toList();
    }

    /** What one must be allowed to do for it, as the chart's own objects need it; waits for the server. */
    public List<Access> needs(HelmWork work) throws Failure, InterruptedException {
        try {
            var before = lookups.releases().release(work.release(), Optional.empty()).map(ReleaseObject::manifest);
            var after = lookups.releases().manifest(work) + lookups.releases().hooks(work);
            return ReleaseAccess.of(work, before.orElse(""), after, lookups.manifests());
        } catch (Failure _) {
            // Why it cannot be rendered is said by its rehearsal.
            return work.needs();
        }
    }

    /** What follows from how things are and how they would be, once that was rehearsed: the plan with warnings of it. */
    public Plan rehearsed(Plan plan, List<Rehearsal> rehearsals) {
        if (!(plan.intent() instanceof ReleaseIntent intent) || intent instanceof ReleaseIntent.Uninstall) {
            return plan;
        }
        var nodes = snapshot.get().nodes().stream().map(NodeInfo::facts).toList();
        return plan.and(rehearsals.stream().flatMap(
                one -> LostTolerations.warnings(one.before(), one.after(), nodes).stream()).toList());
    }

    /** A chart, or why it could not be read; neither where none is needed. */
    private record Charted(Optional<ChartDetail> detail, Optional<Problem> gap) {}

    private static ChartSource source(ReleaseIntent intent) {
        return switch (intent) {
            case ReleaseIntent.Install(var _, var chart, var _) -> chart;
            case ReleaseIntent.Upgrade(var _, var chart, var _) -> chart;
            case SetValues(var _, var chart, var _) -> chart;
            case ReleaseIntent.RollBack _,ReleaseIntent.Uninstall _,ReleaseIntent.Validate _ -> SetValues.RECORDED;
        };
    }

    private Charted chart(ReleaseIntent intent, Optional<ReleaseObject> release) throws InterruptedException {
        var source = source(intent);
        if (source.equals(SetValues.RECORDED)) {
            return new Charted(intent instanceof SetValues ? release.map(ReleaseObject::detail) : Optional.empty(),
                    Optional.empty());
        }
        try {
            return new Charted(Optional.of(lookups.releases().chart(source)), Optional.empty());
        } catch (Failure failure) {
            return new Charted(Optional.empty(), Optional.of(failure.problem()));
        }
    }

    private ReleaseSurvey survey(ReleaseIntent intent, Instant now) throws Failure, InterruptedException {
        var releases = lookups.releases();
        var name = intent.release();
        var target = intent instanceof ReleaseIntent.RollBack(var _, var revision)
                ? releases.release(name, Optional.of(revision))
                : Optional.<ReleaseObject>empty();
        var gpus = gpus();
        var idle = gpus.stream().filter(node -> node.state().compareTo(GpuNode.State.NOT_OFFERED) <= 0)
                .map(GpuNode::name).collect(Collectors.toSet());
        int lost = (int) gpus.stream().filter(GpuNode::lost).count();
        int holders = gpus.stream().mapToInt(node -> node.holders().size()).sum();
        boolean changes = switch (intent) {
            case ReleaseIntent.Install _,ReleaseIntent.Uninstall _,ReleaseIntent.Validate _ -> false;
            case ReleaseIntent.Upgrade _,SetValues _,ReleaseIntent.RollBack _ -> true;
        };
        var release = releases.release(name, Optional.empty());
        var chart = chart(intent, release);
        var site = releases.site(name.namespace());
        if (intent instanceof ReleaseIntent.Install) {
            site = site.admitting(releases.admission(name.namespace()));
        }
        return new ReleaseSurvey(release, target, chart.detail(), chart.gap(), site,
                snapshot.get().nodes().stream().map(NodeInfo::facts).toList(),
                gpus.stream().map(node -> node.info().facts()).toList(), lost, idle,
                intent instanceof ReleaseIntent.Uninstall ? releases.amidDrivers() : AmidDrivers.NONE,
                free(gpus), holders,
                changes ? Clinging.on(gpus, lookups, accelerators) : Clinging.NONE, releases.unfinished(name), now);
    }
}
