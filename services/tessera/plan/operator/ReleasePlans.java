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

/** Plans release intents: reads the input, then calls a pure planner. Safe for use by several threads. */
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

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(ReleaseIntent intent, Instant now) throws Failure, InterruptedException {
        var survey = readSurvey(intent, now);
        return DisabledComponents.addEffects(ReleasePlanner.plan(intent, survey), intent, survey, readGpuNodes());
    }

    /** Returns the checks before an installation; waits for the server. */
    public List<PreflightCheck> preflight(ReleaseIntent.InstallRelease intent, Instant now)
            throws Failure, InterruptedException {
        return OperatorPreflight.checksFor(readSurvey(intent, now), intent);
    }

    /**
     * Returns the advised values; waits for the server.
     *
     * @param platform its name, or {@link PlatformAdvice#DETECTED}
     * @param version  of the chart; may be empty
     */
    public PlatformAdvice platformAdvice(ReleaseName release, String platform, String version)
            throws Failure, InterruptedException {
        var nodes = snapshot.get().nodes().stream().map(NodeInfo::facts).toList();
        var gpus = readGpuNodes().stream().map(node -> node.info().facts()).toList();
        return new InstallInput(nodes, gpus, lookups.releases().readSite(release.namespace()), release.namespace())
                .platformAdvice(platform, version);
    }

    /**
     * Returns the images that a requested release needs; waits for the server and the chart repository.
     *
     * @param registry that they shall come from; empty for where the chart has them from
     */
    public ImageNeeds listImages(ReleaseIntent intent, String registry) throws Failure, InterruptedException {
        var releases = lookups.releases();
        var release = releases.readRelease(intent.release(), Optional.empty());
        var set = switch (intent) {
            case ReleaseIntent.InstallRelease(var _, var _, var values) -> HelmValues.read(values);
            case ReleaseIntent.UpgradeRelease(var _, var _, var values) -> valuesOver(values, release);
            case SetValues(var _, var _, var values) -> valuesOver(values, release);
            default -> valuesOver("", release);
        };
        var source = chartSourceOf(intent);
        boolean recorded = source.equals(SetValues.RECORDED);
        if (recorded && release.isEmpty()) {
            throw new Failure(Problem.of(Problem.ProblemKind.NOT_FOUND, "Helm knows of no release " + intent.release())
                    .withRemedy("Say which chart is meant."));
        }
        var chart = recorded ? release.orElseThrow().detail() : releases.readChart(source);
        var rewritten = registry.isBlank() ? List.<ChartValueAdvice>of()
                : ImageRegistry.rewrittenValues(set.mergeOver(HelmValues.read(chart.defaultValues())), registry);
        var values = ChartValueAdvice.toValues(rewritten).mergeOver(set).toYaml();
        var manifest = recorded && rewritten.isEmpty() ? release.orElseThrow().manifest()
                : releases.renderManifest(recorded
                        ? new HelmWork.HelmSetValues(intent.release(), release.orElseThrow().revision(), values)
                        : new HelmWork.HelmInstall(intent.release(), source, values));
        return ImageNeeds.of(
                ChartImages.imagesOf(manifest, chart.version(), readGpuNodes().stream().map(node -> node.info().facts())
                        .toList()),
                rewritten, registry);
    }

    private static HelmValues valuesOver(String values, Optional<ReleaseObject> release) throws Failure {
        return HelmValues.read(values).mergeOver(HelmValues.read(release.map(ReleaseObject::values).orElse("")));
    }

    /** Returns a free resource by node, a whole GPU rather than a MIG instance. */
    private static Map<String, String> freeResources(List<GpuNode> gpus) {
        var free = new TreeMap<String, String>();
        for (var node : gpus) {
            if (node.isClosed() || node.state().compareTo(GpuNode.State.NOT_OFFERED) <= 0) {
                continue;
            }
            node.groups().stream().sorted(Comparator.comparing(group -> group.form()))
                    .flatMap(group -> group.uses().stream())
                    .filter(use -> use.allocatable() > use.allocated()).findFirst()
                    .ifPresent(use -> free.put(node.name(), use.resource()));
        }
        return free;
    }

    private List<GpuNode> readGpuNodes() {
        return new GpuFleet.FleetReader(accelerators).read(snapshot.get()).nodes().stream()
                .filter(node -> node.vendor().equals(NVIDIA)).toList();
    }

    /** Returns the permissions that Helm needs for the chart's objects; waits for the server. */
    public List<StepAccess> requiredAccess(HelmWork operation) throws Failure, InterruptedException {
        try {
            var before = lookups.releases().readRelease(operation.release(), Optional.empty())
                    .map(ReleaseObject::manifest);
            var after = lookups.releases().renderManifest(operation) + lookups.releases().readHooks(operation);
            return ReleaseAccess.requiredAccess(operation, before.orElse(""), after, lookups.manifests());
        } catch (Failure _) {
            // Why it cannot be rendered is said by its rehearsal.
            return operation.requiredAccess();
        }
    }

    /** Returns the plan with warnings that follow from the dry run. */
    public ChangePlan withRehearsalWarnings(ChangePlan plan, List<StepDryRun> rehearsals) {
        if (!(plan.intent() instanceof ReleaseIntent intent) || intent instanceof ReleaseIntent.UninstallRelease) {
            return plan;
        }
        var nodes = snapshot.get().nodes().stream().map(NodeInfo::facts).toList();
        return plan.withWarnings(rehearsals.stream().flatMap(
                one -> LostTolerations.warnings(one.before(), one.after(), nodes).stream()).toList());
    }

    /** A chart, or the problem with reading it; both empty if none is needed. */
    private record ChartRead(Optional<ChartDetail> detail, Optional<Problem> gap) {}

    private static ChartSource chartSourceOf(ReleaseIntent intent) {
        return switch (intent) {
            case ReleaseIntent.InstallRelease(var _, var chart, var _) -> chart;
            case ReleaseIntent.UpgradeRelease(var _, var chart, var _) -> chart;
            case SetValues(var _, var chart, var _) -> chart;
            case ReleaseIntent.RollBackRelease _,ReleaseIntent.UninstallRelease _,ReleaseIntent.ValidateStack _ ->
                SetValues.RECORDED;
        };
    }

    private ChartRead readChart(ReleaseIntent intent, Optional<ReleaseObject> release) throws InterruptedException {
        var source = chartSourceOf(intent);
        if (source.equals(SetValues.RECORDED)) {
            return new ChartRead(intent instanceof SetValues ? release.map(ReleaseObject::detail) : Optional.empty(),
                    Optional.empty());
        }
        try {
            return new ChartRead(Optional.of(lookups.releases().readChart(source)), Optional.empty());
        } catch (Failure failure) {
            return new ChartRead(Optional.empty(), Optional.of(failure.problem()));
        }
    }

    private ReleaseSurvey readSurvey(ReleaseIntent intent, Instant now) throws Failure, InterruptedException {
        var releases = lookups.releases();
        var name = intent.release();
        var target = intent instanceof ReleaseIntent.RollBackRelease(var _, var revision)
                ? releases.readRelease(name, Optional.of(revision))
                : Optional.<ReleaseObject>empty();
        var gpus = readGpuNodes();
        var idle = gpus.stream().filter(node -> node.state().compareTo(GpuNode.State.NOT_OFFERED) <= 0)
                .map(GpuNode::name).collect(Collectors.toSet());
        int lost = (int) gpus.stream().filter(GpuNode::isLost).count();
        int holders = gpus.stream().mapToInt(node -> node.holders().size()).sum();
        boolean changes = switch (intent) {
            case ReleaseIntent.InstallRelease _,ReleaseIntent.UninstallRelease _,ReleaseIntent.ValidateStack _ -> false;
            case ReleaseIntent.UpgradeRelease _,SetValues _,ReleaseIntent.RollBackRelease _ -> true;
        };
        var release = releases.readRelease(name, Optional.empty());
        var chart = readChart(intent, release);
        var site = releases.readSite(name.namespace());
        if (intent instanceof ReleaseIntent.InstallRelease) {
            site = site.withAdmission(releases.readAdmission(name.namespace()));
        }
        return new ReleaseSurvey(release, target, chart.detail(), chart.gap(), site,
                snapshot.get().nodes().stream().map(NodeInfo::facts).toList(),
                gpus.stream().map(node -> node.info().facts()).toList(), lost, idle,
                intent instanceof ReleaseIntent.UninstallRelease ? releases.driverUpgradeNodes()
                        : DriverUpgradeNodes.NONE,
                freeResources(gpus), holders,
                changes ? UndrainablePods.findOn(gpus, lookups, accelerators) : UndrainablePods.NONE,
                releases.unfinishedRevisions(name), now);
    }
}
