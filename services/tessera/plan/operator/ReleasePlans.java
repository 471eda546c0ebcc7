package tessera.plan.operator;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.Failure;
import tessera.model.NodeInfo;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.context.ChartDetail;
import tessera.plan.context.DriverUpgradeNodes;
import tessera.plan.context.ReleaseObject;
import tessera.plan.context.SurveyLookups;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseIntent.SetValues;
import tessera.plan.intent.ReleaseName;
import tessera.plan.model.ChangePlan;
import tessera.plan.step.HelmWork;
import tessera.plan.step.StepAccess;
import tessera.plan.step.StepDryRun;

/** Plans what is wanted of a release: reads what must be known, then asks a pure planner. Safe for use by several threads. */
public final class ReleasePlans {

    private static final String NVIDIA = "NVIDIA";

    private final SurveyLookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;

    public ReleasePlans(SurveyLookups lookups, Supplier<Snapshot> snapshot, AcceleratorCatalog accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Works out a plan; waits for the server. */
    public ChangePlan plan(ReleaseIntent intent, Instant now) throws Failure, InterruptedException {
        var survey = survey(intent, now);
        return DisabledComponents.told(ReleasePlanner.plan(intent, survey), intent, survey, gpus());
    }

    /** What is looked at before something is installed; waits for the server. */
    public List<PreflightCheck> preflight(ReleaseIntent.InstallRelease intent, Instant now)
            throws Failure, InterruptedException {
        return OperatorPreflight.of(survey(intent, now), intent);
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
        return new InstallInput(nodes, gpus, lookups.releases().site(release.namespace()), release.namespace())
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
            case ReleaseIntent.InstallRelease(var _, var _, var values) -> HelmValues.read(values);
            case ReleaseIntent.UpgradeRelease(var _, var _, var values) -> over(values, release);
            case SetValues(var _, var _, var values) -> over(values, release);
            default -> over("", release);
        };
        var source = source(intent);
        boolean recorded = source.equals(SetValues.RECORDED);
        if (recorded && release.isEmpty()) {
            throw new Failure(Problem.of(Problem.ProblemKind.NOT_FOUND, "Helm knows of no release " + intent.release())
                    .withRemedy("Say which chart is meant."));
        }
        var chart = recorded ? release.orElseThrow().detail() : releases.chart(source);
        var rewritten = registry.isBlank() ? List.<ValueAdvice>of()
                : ImageRegistry.rewritten(set.over(HelmValues.read(chart.defaults())), registry);
        var values = ValueAdvice.laid(rewritten).over(set).yaml();
        var manifest = recorded && rewritten.isEmpty() ? release.orElseThrow().manifest()
                : releases.manifest(recorded
                        ? new HelmWork.Revalue(intent.release(), release.orElseThrow().revision(), values)
                        : new HelmWork.HelmInstall(intent.release(), source, values));
        return ImageNeeds.of(ChartImages.of(manifest, chart.version(), gpus().stream().map(node -> node.info().facts())
                .toList()), rewritten, registry);
    }

    private static HelmValues over(String values, Optional<ReleaseObject> release) throws Failure {
        return HelmValues.read(values).over(HelmValues.read(release.map(ReleaseObject::values).orElse("")));
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
        return new GpuFleet.FleetReader(accelerators).read(snapshot.get()).nodes().stream()
                .filter(node -> node.vendor().equals(NVIDIA)).toList();
    }

    /** What one must be allowed to do for it, as the chart's own objects need it; waits for the server. */
    public List<StepAccess> needs(HelmWork work) throws Failure, InterruptedException {
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
    public ChangePlan rehearsed(ChangePlan plan, List<StepDryRun> rehearsals) {
        if (!(plan.intent() instanceof ReleaseIntent intent) || intent instanceof ReleaseIntent.UninstallRelease) {
            return plan;
        }
        var nodes = snapshot.get().nodes().stream().map(NodeInfo::facts).toList();
        return plan.and(rehearsals.stream().flatMap(
                one -> LostTolerations.warnings(one.before(), one.after(), nodes).stream()).toList());
    }

    /** A chart, or why it could not be read; neither where none is needed. */
    private record ChartRead(Optional<ChartDetail> detail, Optional<Problem> gap) {}

    private static ChartSource source(ReleaseIntent intent) {
        return switch (intent) {
            case ReleaseIntent.InstallRelease(var _, var chart, var _) -> chart;
            case ReleaseIntent.UpgradeRelease(var _, var chart, var _) -> chart;
            case SetValues(var _, var chart, var _) -> chart;
            case ReleaseIntent.RollBackRelease _,ReleaseIntent.UninstallRelease _,ReleaseIntent.Validate _ ->
                SetValues.RECORDED;
        };
    }

    private ChartRead chart(ReleaseIntent intent, Optional<ReleaseObject> release) throws InterruptedException {
        var source = source(intent);
        if (source.equals(SetValues.RECORDED)) {
            return new ChartRead(intent instanceof SetValues ? release.map(ReleaseObject::detail) : Optional.empty(),
                    Optional.empty());
        }
        try {
            return new ChartRead(Optional.of(lookups.releases().chart(source)), Optional.empty());
        } catch (Failure failure) {
            return new ChartRead(Optional.empty(), Optional.of(failure.problem()));
        }
    }

    private ReleaseSurvey survey(ReleaseIntent intent, Instant now) throws Failure, InterruptedException {
        var releases = lookups.releases();
        var name = intent.release();
        var target = intent instanceof ReleaseIntent.RollBackRelease(var _, var revision)
                ? releases.release(name, Optional.of(revision))
                : Optional.<ReleaseObject>empty();
        var gpus = gpus();
        var idle = gpus.stream().filter(node -> node.state().compareTo(GpuNode.State.NOT_OFFERED) <= 0)
                .map(GpuNode::name).collect(Collectors.toSet());
        int lost = (int) gpus.stream().filter(GpuNode::lost).count();
        int holders = gpus.stream().mapToInt(node -> node.holders().size()).sum();
        boolean changes = switch (intent) {
            case ReleaseIntent.InstallRelease _,ReleaseIntent.UninstallRelease _,ReleaseIntent.Validate _ -> false;
            case ReleaseIntent.UpgradeRelease _,SetValues _,ReleaseIntent.RollBackRelease _ -> true;
        };
        var release = releases.release(name, Optional.empty());
        var chart = chart(intent, release);
        var site = releases.site(name.namespace());
        if (intent instanceof ReleaseIntent.InstallRelease) {
            site = site.admitting(releases.admission(name.namespace()));
        }
        return new ReleaseSurvey(release, target, chart.detail(), chart.gap(), site,
                snapshot.get().nodes().stream().map(NodeInfo::facts).toList(),
                gpus.stream().map(node -> node.info().facts()).toList(), lost, idle,
                intent instanceof ReleaseIntent.UninstallRelease ? releases.amidDrivers() : DriverUpgradeNodes.NONE,
                free(gpus), holders,
                changes ? UndrainablePods.on(gpus, lookups, accelerators) : UndrainablePods.NONE,
                releases.unfinished(name), now);
    }
}
