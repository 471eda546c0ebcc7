package tessera.plan.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.kube.scheduling.TolerationReader;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.context.NodesInDriverUpgrade;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.model.ChangePlan;
import tessera.plan.step.HelmOperation;
import tessera.plan.step.PlanStepDryRunResult;

/** Plans release intents: reads the input, then calls a pure planner. Safe for use by several threads. */
public final class HelmReleasePlanService {

    private static final String NVIDIA = "NVIDIA";

    private final PlannerInputReader inputReader;
    private final Supplier<ClusterSnapshot> snapshot;
    private final AcceleratorCatalog accelerators;

    public HelmReleasePlanService(PlannerInputReader inputReader, Supplier<ClusterSnapshot> snapshot,
            AcceleratorCatalog accelerators) {
        this.inputReader = inputReader;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(GpuStackReleaseIntent intent, Instant now) throws ProblemException, InterruptedException {
        var input = readSurvey(intent, now);
        return DisabledOperandEffectCalculator.addEffects(HelmReleasePlanner.plan(intent, input), intent, input,
                readGpuNodes());
    }

    /** Returns the checks before an installation; waits for the server. */
    public List<GpuStackPreflightCheckResult> preflight(GpuStackReleaseIntent.InstallReleaseIntent intent, Instant now)
            throws ProblemException, InterruptedException {
        return GpuStackPreflightChecks.checksFor(readSurvey(intent, now), intent);
    }

    /**
     * Returns the advised values; waits for the server.
     *
     * @param platform its name, or {@link PlatformChartValueAdvice#DETECTED}
     * @param version  of the chart; may be empty
     */
    public PlatformChartValueAdvice platformAdvice(HelmReleaseNamespacedName release, String platform, String version)
            throws ProblemException, InterruptedException {
        var nodes = snapshot.get().nodes().stream().map(NodeWithBoundPods::nodeSummary).toList();
        var gpus = readGpuNodes().stream().map(node -> node.info().nodeSummary()).toList();
        return new GpuStackInstallClusterState(nodes, gpus, inputReader.releases().readSite(release.namespace()),
                release.namespace()).platformAdvice(platform, version);
    }

    /**
     * Returns the images that a requested release needs; waits for the server and the chart repository.
     *
     * @param registry that they shall come from; empty for where the chart has them from
     */
    public HelmReleaseImageList listImages(GpuStackReleaseIntent intent, String registry)
            throws ProblemException, InterruptedException {
        var releases = inputReader.releases();
        var release = releases.readRelease(intent.release(), Optional.empty());
        var set = switch (intent) {
            case GpuStackReleaseIntent.InstallReleaseIntent(var _, var _, var values) -> HelmValues.read(values);
            case GpuStackReleaseIntent.UpgradeReleaseIntent(var _, var _, var values) -> valuesOver(values, release);
            case SetReleaseValuesIntent(var _, var _, var values) -> valuesOver(values, release);
            default -> valuesOver("", release);
        };
        var source = chartSourceOf(intent);
        boolean recorded = source.equals(SetReleaseValuesIntent.RECORDED);
        if (recorded && release.isEmpty()) {
            throw new ProblemException(Problem.of(Problem.OperationProblemKind.NOT_FOUND,
                    new HelmReleaseRefusal.NoChartForImages(intent.release().toString())));
        }
        var chart = recorded ? release.orElseThrow().detail() : releases.readChart(source);
        var rewritten = ChartValueRegistryRewriter
                .rewrittenValues(set.mergeOver(HelmValues.read(chart.defaultValues())), registry);
        var values = HelmChartValueAdvice.toValues(rewritten).mergeOver(set).toYaml();
        String manifest;
        if (recorded && rewritten.isEmpty()) {
            manifest = release.orElseThrow().manifest();
        } else {
            manifest = releases.renderManifest(recorded
                    ? new HelmOperation.HelmValuesUpgrade(intent.release(), release.orElseThrow().revision(), values)
                    : new HelmOperation.HelmInstall(intent.release(), source, values));
        }
        return HelmReleaseImageList.of(HelmChartContainerImageReader.imagesOf(manifest, chart.version(),
                readGpuNodes().stream().map(node -> node.info().nodeSummary()).toList()), rewritten, registry);
    }

    private static HelmValues valuesOver(String values, Optional<HelmReleaseRevision> release) throws ProblemException {
        return HelmValues.read(values).mergeOver(HelmValues.read(release.map(HelmReleaseRevision::values).orElse("")));
    }

    /** Returns a free resource by node, a whole GPU rather than a MIG instance. */
    private static Map<String, String> freeResources(List<GpuNode> gpus) {
        var free = new TreeMap<String, String>();
        for (var node : gpus) {
            if (node.isClosed() || node.state().compareTo(GpuNodeState.NOT_OFFERED) <= 0) {
                continue;
            }
            node.groups().stream().sorted(Comparator.comparing(group -> group.form()))
                    .flatMap(group -> group.uses().stream()).filter(use -> use.allocatable() > use.allocated())
                    .findFirst().ifPresent(use -> free.put(node.name(), use.resource()));
        }
        return free;
    }

    private List<GpuNode> readGpuNodes() {
        return new GpuFleet.GpuFleetReader(accelerators).read(snapshot.get()).nodes().stream()
                .filter(node -> node.vendor().equals(NVIDIA)).toList();
    }

    /** Returns the permissions that Helm needs for the chart's objects; waits for the server. */
    public List<RequiredPermission> requiredAccess(HelmOperation operation)
            throws ProblemException, InterruptedException {
        try {
            var before = inputReader.releases().readRelease(operation.release(), Optional.empty())
                    .map(HelmReleaseRevision::manifest);
            var after = inputReader.releases().renderManifest(operation) + inputReader.releases().readHooks(operation);
            return HelmPermissionRequirementFinder.requiredAccess(operation, before.orElse(""), after,
                    inputReader.manifests());
        } catch (ProblemException _) {
            // Why it cannot be rendered is said by its rehearsal.
            return operation.requiredAccess();
        }
    }

    /** Returns the plan with warnings that follow from the dry run. */
    public ChangePlan withRehearsalWarnings(ChangePlan plan, List<PlanStepDryRunResult> rehearsals) {
        if (!(plan.intent() instanceof GpuStackReleaseIntent intent)
                || intent instanceof GpuStackReleaseIntent.UninstallReleaseIntent) {
            return plan;
        }
        var nodes = snapshot.get().nodes().stream().map(NodeWithBoundPods::nodeSummary).toList();
        return plan.withWarnings(rehearsals.stream()
                .flatMap(one -> LostTolerationWarningFinder.warnings(one.before(), one.after(), nodes).stream())
                .toList());
    }

    /** A chart, or the problem with reading it; both empty if none is needed. */
    private record HelmChartReadResult(Optional<HelmChartMetadata> detail, Optional<Problem> problem) {}

    private static HelmChartSource chartSourceOf(GpuStackReleaseIntent intent) {
        return switch (intent) {
            case GpuStackReleaseIntent.InstallReleaseIntent(var _, var chart, var _) -> chart;
            case GpuStackReleaseIntent.UpgradeReleaseIntent(var _, var chart, var _) -> chart;
            case SetReleaseValuesIntent(var _, var chart, var _) -> chart;
            case GpuStackReleaseIntent.RollBackReleaseIntent _,GpuStackReleaseIntent.UninstallReleaseIntent _,GpuStackReleaseIntent.ProveGpuStackIntent _ ->
                SetReleaseValuesIntent.RECORDED;
        };
    }

    private HelmChartReadResult readChart(GpuStackReleaseIntent intent, Optional<HelmReleaseRevision> release)
            throws InterruptedException {
        var source = chartSourceOf(intent);
        if (source.equals(SetReleaseValuesIntent.RECORDED)) {
            return new HelmChartReadResult(
                    intent instanceof SetReleaseValuesIntent ? release.map(HelmReleaseRevision::detail)
                            : Optional.empty(),
                    Optional.empty());
        }
        try {
            return new HelmChartReadResult(Optional.of(inputReader.releases().readChart(source)), Optional.empty());
        } catch (ProblemException problemException) {
            return new HelmChartReadResult(Optional.empty(), Optional.of(problemException.problem()));
        }
    }

    private HelmReleasePlannerInput readSurvey(GpuStackReleaseIntent intent, Instant now)
            throws ProblemException, InterruptedException {
        var releases = inputReader.releases();
        var name = intent.release();
        Optional<HelmReleaseRevision> target = Optional.empty();
        if (intent instanceof GpuStackReleaseIntent.RollBackReleaseIntent(var _, var revision)) {
            target = releases.readRelease(name, Optional.of(revision));
        }
        var gpus = readGpuNodes();
        var idle = gpus.stream().filter(
                node -> node.state().compareTo(GpuNodeState.NOT_OFFERED) <= 0 || node.lacksAdvertisedGpus())
                .map(GpuNode::name).collect(Collectors.toSet());
        int lost = (int) gpus.stream().filter(GpuNode::isLost).count();
        int holders = gpus.stream().mapToInt(node -> node.holders().size()).sum();
        boolean changes = switch (intent) {
            case GpuStackReleaseIntent.InstallReleaseIntent _,GpuStackReleaseIntent.UninstallReleaseIntent _,GpuStackReleaseIntent.ProveGpuStackIntent _ ->
                false;
            case GpuStackReleaseIntent.UpgradeReleaseIntent _,SetReleaseValuesIntent _,GpuStackReleaseIntent.RollBackReleaseIntent _ ->
                true;
        };
        var release = releases.readRelease(name, Optional.empty());
        var chart = readChart(intent, release);
        var location = releases.readSite(name.namespace());
        if (intent instanceof GpuStackReleaseIntent.InstallReleaseIntent) {
            location = location.withAdmission(releases.readAdmission(name.namespace()));
        }
        return new HelmReleasePlannerInput(release, target, chart.detail(), chart.problem(), location,
                snapshot.get().nodes().stream().map(NodeWithBoundPods::nodeSummary).toList(),
                gpus.stream().map(node -> node.info().nodeSummary()).toList(), lost, idle,
                intent instanceof GpuStackReleaseIntent.UninstallReleaseIntent ? releases.driverUpgradeNodes()
                        : NodesInDriverUpgrade.NONE,
                freeResources(gpus), holders,
                changes ? DriverUpgradeBlockers.findOn(gpus, inputReader, accelerators) : DriverUpgradeBlockers.NONE,
                releases.unfinishedRevisions(name), now);
    }

    /** Taints that a release tolerates now and would not after the change, as a list value replaces the chart's list. */
    static final class LostTolerationWarningFinder {

        private LostTolerationWarningFinder() {}

        /** The object that sets tolerations. */
        private record TolerationOwner(String kind, String name) {}

        /**
         * Returns a warning for each lost toleration.
         *
         * @param before all objects as YAML
         * @param after  likewise
         */
        static List<HelmReleaseWarning> warnings(String before, String after, Collection<NodeSummary> nodes) {
            var then = tolerationsByOwner(after);
            var warnings = new ArrayList<HelmReleaseWarning>();
            tolerationsByOwner(before).forEach((owner, tolerations) -> {
                if (then.containsKey(owner)) {
                    lostTaints(tolerations, then.get(owner), nodes).forEach((taint, names) -> warnings
                            .add(new HelmReleaseWarning.TolerationRemoved(owner.kind(), owner.name(), taint, names)));
                }
            });
            return warnings;
        }

        private static Map<String, Set<String>> lostTaints(List<Toleration> now, List<Toleration> then,
                Collection<NodeSummary> nodes) {
            var lost = new LinkedHashMap<String, Set<String>>();
            for (var node : nodes) {
                node.taints().stream().filter(Taint::repels)
                        .filter(taint -> Toleration.anyTolerates(now, taint) && !Toleration.anyTolerates(then, taint))
                        .forEach(taint -> addLoss(taint, lost, node));
            }
            return lost;
        }

        private static void addLoss(Taint taint, Map<String, Set<String>> lost, NodeSummary node) {
            lost.computeIfAbsent(taint.toString(), _ -> new TreeSet<>()).add(node.name());
        }

        private static Map<TolerationOwner, List<Toleration>> tolerationsByOwner(String manifest) {
            var found = new LinkedHashMap<TolerationOwner, List<Toleration>>();
            try {
                for (var object : HelmPermissionRequirementFinder.parseObjects(manifest)) {
                    var name = object.at("/metadata/name").asText();
                    var kind = object.path("kind").asText();
                    switch (kind) {
                        case "DaemonSet" -> found.put(new TolerationOwner(kind, name),
                                TolerationReader.readTolerations(object.at("/spec/template/spec/tolerations")));
                        case "ClusterPolicy" -> found.put(new TolerationOwner(kind, name), withOperatorDefaults(
                                TolerationReader.readTolerations(object.at("/spec/daemonsets/tolerations"))));
                        default -> {
                            // It runs wherever there is room.
                        }
                    }
                }
            } catch (ProblemException e) {
                throw new IllegalStateException("rehearsal is no YAML", e);
            }
            return found;
        }

        /** Returns the tolerations, or the operator's own if the policy sets none. */
        private static List<Toleration> withOperatorDefaults(List<Toleration> said) {
            return said.isEmpty() ? List.of(new Toleration("nvidia.com/gpu", "Exists", "", "NoSchedule", null)) : said;
        }
    }
}
