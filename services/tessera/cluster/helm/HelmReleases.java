package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.cluster.chart.ChartDownloads;
import tessera.cluster.helm.HelmLibrary.LocatedChart;
import tessera.cluster.helm.HelmLibrary.Task;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.cluster.object.TextMaps;
import tessera.cluster.stack.HelmRecords;
import tessera.model.DriverUpgradeLabels;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ChartDetail;
import tessera.plan.context.ChartLogin;
import tessera.plan.context.DriverUpgradeNodes;
import tessera.plan.context.HostFacts;
import tessera.plan.context.KnownRelease;
import tessera.plan.context.NamespaceAdmission;
import tessera.plan.context.ReleaseLookups;
import tessera.plan.context.ReleaseObject;
import tessera.plan.context.StackSite;
import tessera.plan.context.UnfinishedRevision;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.HelmWork;
import tessera.stack.HelmReleaseFacts.Revision;

/** Reader of releases and renderer of charts, by Helm. Helm changes nothing for that. */
public final class HelmReleases implements ReleaseLookups {

    private static final String UPGRADED = "/api/v1/nodes?limit=500&labelSelector=" + ApiPaths.encode(
            DriverUpgradeLabels.STATE + "," + DriverUpgradeLabels.STATE + "!=" + DriverUpgradeLabels.DONE);

    private final ObjectLists objects;
    private final HelmRecords records;
    private final ChartDownloads charts;
    private final HelmLibrary helm = new HelmLibrary();
    private final DriverLogs drivers;
    private final KernelModules modules;
    /** What Helm calls revisions that it has ended well. */
    private static final Set<String> SOUND = Set.of("deployed", "superseded");

    private final AdmissionReader admissions;
    private final ChartRenderer rendering;
    private final ChartRenderer.RenderingCache renderings = new ChartRenderer.RenderingCache();

    /** @param charts brings those that lie elsewhere */
    public HelmReleases(ServerRoute route, ChartDownloads charts) {
        this.charts = charts;
        objects = new ObjectLists(route);
        records = new HelmRecords(route);
        drivers = new DriverLogs(route);
        modules = new KernelModules(objects);
        admissions = new AdmissionReader(route);
        rendering = new ChartRenderer(route, helm);
    }

    @Override
    public Optional<ReleaseObject> readRelease(ReleaseName name, Optional<Integer> revision)
            throws Failure, InterruptedException {
        var revisions = records.revisions(name.namespace(), name.name());
        if (revisions.isEmpty()) {
            return Optional.empty();
        }
        int wanted = revision.orElse(revisions.getFirst().number());
        var record = records.readRevision(name.namespace(), name.name(), wanted);
        return record.isEmpty() ? Optional.empty() : Optional.of(releaseObject(name, record.get(), revisions));
    }

    @Override
    public List<KnownRelease> listReleases(String namespace) throws Failure, InterruptedException {
        return records.knownReleases(namespace);
    }

    @Override
    public List<UnfinishedRevision> unfinishedRevisions(ReleaseName name) throws Failure, InterruptedException {
        return records.unfinishedRevisions(name.namespace(), name.name());
    }

    private static ReleaseObject releaseObject(ReleaseName name, JsonNode record, List<Revision> history)
            throws Failure {
        var metadata = record.at("/chart/metadata");
        int revision = record.path("version").asInt();
        return new ReleaseObject(name, revision, record.at("/info/status").asText("unknown"),
                chartDetail(metadata, HelmYaml.readableYaml(record.at("/chart/values"))),
                HelmYaml.readableYaml(record.path("config")), record.path("manifest").asText(""),
                metadata.path("dependencies").isEmpty() && !record.at("/chart/templates").isEmpty(),
                history.stream().map(Revision::number).toList(),
                history.stream().filter(each -> each.number() <= revision
                        && SOUND.contains(each.status())).map(Revision::number).findFirst());
    }

    private static ChartDetail chartDetail(JsonNode metadata, String defaults) {
        var parts = new TreeSet<String>();
        for (var part : metadata.path("dependencies")) {
            parts.add(part.path("alias").asText(part.path("name").asText()));
        }
        return new ChartDetail(metadata.path("name").asText(""), metadata.path("version").asText(""), defaults, parts);
    }

    @Override
    public void signIn(ChartLogin login) throws Failure {
        charts.signIn(login);
    }

    @Override
    public ChartDetail readChart(ChartSource source) throws Failure, InterruptedException {
        var chart = PrivateDirectory.locate(source, charts);
        return chartDetail(HelmYaml.read(helm.chartYaml(chart)), helm.defaultValues(chart));
    }

    private static Failure preparationFailure(IOException cause) {
        return new Failure(Problem.of(ProblemKind.UNEXPECTED, "Could not prepare the files for Helm")
                .withDetail(String.valueOf(cause.getMessage())), cause);
    }

    @Override
    public String renderManifest(HelmWork operation) throws Failure, InterruptedException {
        return renderedChart(operation).manifest();
    }

    @Override
    public String readHooks(HelmWork operation) throws Failure, InterruptedException {
        return renderedChart(operation).hooks();
    }

    private ChartRenderer.RenderedChart renderedChart(HelmWork operation) throws Failure, InterruptedException {
        return switch (operation) {
            case HelmWork.HelmUninstall(var release, var planned, var _) ->
                new ChartRenderer.RenderedChart("", PrivateDirectory.hookYaml(releaseRecord(release, planned)));
            case HelmWork.HelmRollback(var release, var _, var revision, var _) ->
                ChartRenderer.RenderedChart.of(releaseRecord(release, revision));
            case HelmWork.HelmInstall _,HelmWork.HelmUpgrade _,HelmWork.HelmSetValues _ ->
                renderings.renderOnce(operation, () -> withFiles(operation, task -> rendering.render(task, operation)));
        };
    }

    /** Returns the CRDs, as YAML, of a chart that replaces another one; empty where none are replaced. */
    String replacedCrds(HelmWork operation) throws Failure, InterruptedException {
        return switch (operation) {
            case HelmWork.HelmUpgrade _ -> withFiles(operation, task -> helm.crdYaml(task.chart()));
            case HelmWork.HelmRollback(var release, var _, var revision, var _) ->
                PrivateDirectory.crdYaml(releaseRecord(release, revision));
            // What is there stays as it is, and what a chart brings the first time is not there.
            case HelmWork.HelmInstall _,HelmWork.HelmSetValues _,HelmWork.HelmUninstall _ -> "";
        };
    }

    /** An action on a task while its files exist. */
    @FunctionalInterface
    interface FileTask<T> {
        T apply(Task task) throws Failure, InterruptedException;
    }

    /** Prepares the files that Helm needs for a piece of work, and runs a task with them. */
    <T> T withFiles(HelmWork operation, FileTask<T> doing) throws Failure, InterruptedException {
        try (var shop = new PrivateDirectory()) {
            return doing.apply(switch (operation) {
                case HelmWork.HelmInstall(var release, var chart, var values) ->
                    createTask(shop, PrivateDirectory.locate(chart, charts), release, values);
                case HelmWork.HelmUpgrade(var release, var _, var chart, var values) ->
                    createTask(shop, PrivateDirectory.locate(chart, charts), release, values);
                case HelmWork.HelmSetValues(var release, var planned, var values) ->
                    createTask(shop, shop.recordedChart(releaseRecord(release, planned)), release, values);
                case HelmWork.HelmRollback(var release, var _, var revision, var anew) -> {
                    var record = releaseRecord(release, revision);
                    yield new Task(shop.frozenChart(record), release,
                            shop.writeValues(HelmYaml.write(record.path("config"))),
                            "Rollback to " + revision, anew);
                }
                case HelmWork.HelmUninstall(var release, var _, var _) ->
                    new Task(new LocatedChart("", ""), release, null, "", false);
            });
        } catch (IOException e) {
            throw preparationFailure(e);
        }
    }

    private static Task createTask(PrivateDirectory shop, LocatedChart chart, ReleaseName release, String values)
            throws IOException {
        return new Task(chart, release, values.isBlank() ? null : shop.writeValues(values), "", false);
    }

    JsonNode releaseRecord(ReleaseName release, int revision) throws Failure, InterruptedException {
        return records.readRevision(release.namespace(), release.name(), revision).orElseThrow(() -> new Failure(
                Problem.of(ProblemKind.NOT_FOUND, "Helm knows no revision %d of %s".formatted(revision, release))));
    }

    /** Returns the newest revision; 0 where there is none. */
    int newestRevision(ReleaseName release) throws Failure, InterruptedException {
        var revisions = records.revisions(release.namespace(), release.name());
        return revisions.isEmpty() ? 0 : revisions.getFirst().number();
    }

    private String serverVersion() throws Failure, InterruptedException {
        return objects.readJson("/version", "read the version").path("gitVersion").asText("");
    }

    @Override
    public StackSite readSite(String namespace) throws Failure, InterruptedException {
        var gaps = new ArrayList<Problem>();
        var loaded = modules.readLoadedModules();
        var sets = listItems("/apis/apps/v1/daemonsets?limit=500", "list DaemonSets", gaps);
        return new StackSite(serverVersion(), namespaceLabels(namespace), readPolicies(gaps),
                listNames("/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=500",
                        "list definitions of kinds",
                        gaps),
                Stream.concat(sets.stream().filter(GpuPlugins::isGpuPlugin).map(HelmReleases::qualifiedName),
                        listNames("/apis/nvidia.com/v1alpha1/gpuclusters?limit=500", "list GPUClusters", gaps).stream()
                                .map(StackSite.GPU_CLUSTER::concat))
                        .toList(),
                sets.stream().map(HelmReleases::qualifiedName)
                        .filter(name -> name.contains("node-feature-discovery") || name.contains("nfd-worker"))
                        .toList(),
                new HostFacts(drivers.failingDriverLogs(), loaded.byNode(), loaded.gap()), NamespaceAdmission.FREE,
                gaps);
    }

    @Override
    public NamespaceAdmission readAdmission(String namespace) throws Failure, InterruptedException {
        return admissions.readAdmission(namespace, namespaceLabels(namespace).isPresent());
    }

    @Override
    public DriverUpgradeNodes driverUpgradeNodes() throws Failure, InterruptedException {
        var cordoned = new TreeSet<String>();
        var paused = new TreeSet<String>();
        // Who may not list nodes sees none with GPUs either.
        for (var node : listItems(UPGRADED, "list nodes whose driver is replaced", new ArrayList<>())) {
            var labels = TextMaps.readMap(node.at("/metadata/labels"));
            if (node.at("/spec/unschedulable").asBoolean(false)
                    && DriverUpgradeLabels.isCordonedForUpgrade(labels,
                            TextMaps.readMap(node.at("/metadata/annotations")))) {
                cordoned.add(qualifiedName(node));
            } else if (!DriverUpgradeLabels.pausedOperands(labels).isEmpty()) {
                paused.add(qualifiedName(node));
            }
        }
        return new DriverUpgradeNodes(List.copyOf(cordoned), List.copyOf(paused));
    }

    private Optional<Map<String, String>> namespaceLabels(String namespace) throws Failure, InterruptedException {
        try {
            var object = objects.readJson("/api/v1/namespaces/" + ApiPaths.encode(namespace), "read the namespace");
            return Optional.of(TextMaps.readMap(object.at("/metadata/labels")));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private Map<String, StackSite.SitePolicy> readPolicies(List<Problem> gaps) throws InterruptedException, Failure {
        var policies = new LinkedHashMap<String, StackSite.SitePolicy>();
        listItems("/apis/nvidia.com/v1/clusterpolicies?limit=500", "list ClusterPolicies", gaps)
                .forEach(policy -> policies.put(qualifiedName(policy), sitePolicy(policy.path("metadata"))));
        return policies;
    }

    private static StackSite.SitePolicy sitePolicy(JsonNode metadata) {
        var notes = TextMaps.readMap(metadata.path("annotations"));
        var release = notes.getOrDefault("meta.helm.sh/release-name", "");
        return new StackSite.SitePolicy(metadata.path("uid").asText(""), release.isEmpty() ? Optional.empty()
                : Optional.of(new ReleaseName(release, notes.getOrDefault("meta.helm.sh/release-namespace", ""))),
                TextMaps.readMap(metadata.path("labels")).getOrDefault("helm.sh/chart", ""));
    }

    private List<String> listNames(String path, String text, List<Problem> gaps) throws InterruptedException, Failure {
        return listItems(path, text, gaps).stream().map(HelmReleases::qualifiedName).toList();
    }

    private List<JsonNode> listItems(String path, String text, List<Problem> gaps)
            throws InterruptedException, Failure {
        try {
            return objects.listAll(path, text);
        } catch (Failure failure) {
            switch (failure.problem().kind()) {
                case NOT_FOUND -> {
                    return List.of();
                }
                case FORBIDDEN -> gaps.add(failure.problem());
                default -> throw failure;
            }
            return List.of();
        }
    }

    private static String qualifiedName(JsonNode object) {
        var namespace = object.at("/metadata/namespace").asText("");
        return (namespace.isEmpty() ? "" : namespace + "/") + object.at("/metadata/name").asText("");
    }
}
