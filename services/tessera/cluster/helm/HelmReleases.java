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

/** Reads releases, and has Helm write down what charts make. Helm changes nothing for that. */
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
    private final ChartRenderer.Last renderings = new ChartRenderer.Last();

    /** @param charts brings those that lie elsewhere */
    public HelmReleases(ServerRoute way, ChartDownloads charts) {
        this.charts = charts;
        objects = new ObjectLists(way);
        records = new HelmRecords(way);
        drivers = new DriverLogs(way);
        modules = new KernelModules(objects);
        admissions = new AdmissionReader(way);
        rendering = new ChartRenderer(way, helm);
    }

    @Override
    public Optional<ReleaseObject> release(ReleaseName name, Optional<Integer> revision)
            throws Failure, InterruptedException {
        var revisions = records.revisions(name.namespace(), name.name());
        if (revisions.isEmpty()) {
            return Optional.empty();
        }
        int wanted = revision.orElse(revisions.getFirst().number());
        var record = records.whole(name.namespace(), name.name(), wanted);
        return record.isEmpty() ? Optional.empty() : Optional.of(release(name, record.get(), revisions));
    }

    @Override
    public List<KnownRelease> known(String namespace) throws Failure, InterruptedException {
        return records.known(namespace);
    }

    @Override
    public List<UnfinishedRevision> unfinished(ReleaseName name) throws Failure, InterruptedException {
        return records.unfinished(name.namespace(), name.name());
    }

    private static ReleaseObject release(ReleaseName name, JsonNode record, List<Revision> history) throws Failure {
        var metadata = record.at("/chart/metadata");
        int revision = record.path("version").asInt();
        return new ReleaseObject(name, revision, record.at("/info/status").asText("unknown"),
                detail(metadata, HelmYaml.readable(record.at("/chart/values"))),
                HelmYaml.readable(record.path("config")), record.path("manifest").asText(""),
                metadata.path("dependencies").isEmpty() && !record.at("/chart/templates").isEmpty(),
                history.stream().map(Revision::number).toList(),
                history.stream().filter(each -> each.number() <= revision
                        && SOUND.contains(each.status())).map(Revision::number).findFirst());
    }

    private static ChartDetail detail(JsonNode metadata, String defaults) {
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
    public ChartDetail chart(ChartSource source) throws Failure, InterruptedException {
        var chart = PrivateDirectory.locate(source, charts);
        return detail(HelmYaml.read(helm.described(chart)), helm.values(chart));
    }

    private static Failure unprepared(IOException why) {
        return new Failure(Problem.of(ProblemKind.UNEXPECTED, "Could not prepare the files for Helm")
                .withDetail(String.valueOf(why.getMessage())), why);
    }

    @Override
    public String manifest(HelmWork work) throws Failure, InterruptedException {
        return rendered(work).manifest();
    }

    @Override
    public String hooks(HelmWork work) throws Failure, InterruptedException {
        return rendered(work).hooks();
    }

    private ChartRenderer.RenderedChart rendered(HelmWork work) throws Failure, InterruptedException {
        return switch (work) {
            case HelmWork.HelmUninstall(var release, var planned, var _) ->
                new ChartRenderer.RenderedChart("", PrivateDirectory.hooks(record(release, planned)));
            case HelmWork.HelmRollback(var release, var _, var revision, var _) ->
                ChartRenderer.RenderedChart.of(record(release, revision));
            case HelmWork.HelmInstall _,HelmWork.HelmUpgrade _,HelmWork.Revalue _ ->
                renderings.of(work, () -> prepared(work, task -> rendering.render(task, work)));
        };
    }

    /** The definitions of kinds, as YAML, that come with a chart which takes the place of another. */
    String renewed(HelmWork work) throws Failure, InterruptedException {
        return switch (work) {
            case HelmWork.HelmUpgrade _ -> prepared(work, task -> helm.definitions(task.chart()));
            case HelmWork.HelmRollback(var release, var _, var revision, var _) ->
                PrivateDirectory.definitions(record(release, revision));
            // What is there stays as it is, and what a chart brings the first time is not there.
            case HelmWork.HelmInstall _,HelmWork.Revalue _,HelmWork.HelmUninstall _ -> "";
        };
    }

    /** What is done with a task while its files are there. */
    @FunctionalInterface
    interface FileTask<T> {
        T with(Task task) throws Failure, InterruptedException;
    }

    /** Does something with a piece of work while what Helm needs for it is prepared as files. */
    <T> T prepared(HelmWork work, FileTask<T> doing) throws Failure, InterruptedException {
        try (var shop = new PrivateDirectory()) {
            return doing.with(switch (work) {
                case HelmWork.HelmInstall(var release, var chart, var values) ->
                    task(shop, PrivateDirectory.locate(chart, charts), release, values);
                case HelmWork.HelmUpgrade(var release, var _, var chart, var values) ->
                    task(shop, PrivateDirectory.locate(chart, charts), release, values);
                case HelmWork.Revalue(var release, var planned, var values) ->
                    task(shop, shop.recorded(record(release, planned)), release, values);
                case HelmWork.HelmRollback(var release, var _, var revision, var anew) -> {
                    var record = record(release, revision);
                    yield new Task(shop.frozen(record), release, shop.values(HelmYaml.write(record.path("config"))),
                            "Rollback to " + revision, anew);
                }
                case HelmWork.HelmUninstall(var release, var _, var _) ->
                    new Task(new LocatedChart("", ""), release, null, "", false);
            });
        } catch (IOException e) {
            throw unprepared(e);
        }
    }

    private static Task task(PrivateDirectory shop, LocatedChart chart, ReleaseName release, String values)
            throws IOException {
        return new Task(chart, release, values.isBlank() ? null : shop.values(values), "", false);
    }

    JsonNode record(ReleaseName release, int revision) throws Failure, InterruptedException {
        return records.whole(release.namespace(), release.name(), revision).orElseThrow(() -> new Failure(
                Problem.of(ProblemKind.NOT_FOUND, "Helm knows no revision %d of %s".formatted(revision, release))));
    }

    /** The newest revision; 0 where there is none. */
    int newest(ReleaseName release) throws Failure, InterruptedException {
        var revisions = records.revisions(release.namespace(), release.name());
        return revisions.isEmpty() ? 0 : revisions.getFirst().number();
    }

    private String server() throws Failure, InterruptedException {
        return objects.read("/version", "read the version").path("gitVersion").asText("");
    }

    @Override
    public StackSite site(String namespace) throws Failure, InterruptedException {
        var gaps = new ArrayList<Problem>();
        var loaded = modules.loaded();
        var sets = items("/apis/apps/v1/daemonsets?limit=500", "list DaemonSets", gaps);
        return new StackSite(server(), labels(namespace), policies(gaps),
                names("/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=500", "list definitions of kinds",
                        gaps),
                Stream.concat(sets.stream().filter(GpuPlugins::is).map(HelmReleases::name),
                        names("/apis/nvidia.com/v1alpha1/gpuclusters?limit=500", "list GPUClusters", gaps).stream()
                                .map(StackSite.GPU_CLUSTER::concat))
                        .toList(),
                sets.stream().map(HelmReleases::name)
                        .filter(name -> name.contains("node-feature-discovery") || name.contains("nfd-worker"))
                        .toList(),
                new HostFacts(drivers.failing(), loaded.byNode(), loaded.gap()), NamespaceAdmission.FREE, gaps);
    }

    @Override
    public NamespaceAdmission admission(String namespace) throws Failure, InterruptedException {
        return admissions.of(namespace, labels(namespace).isPresent());
    }

    @Override
    public DriverUpgradeNodes amidDrivers() throws Failure, InterruptedException {
        var cordoned = new TreeSet<String>();
        var paused = new TreeSet<String>();
        // Who may not list nodes sees none with GPUs either.
        for (var node : items(UPGRADED, "list nodes whose driver is replaced", new ArrayList<>())) {
            var labels = TextMaps.of(node.at("/metadata/labels"));
            if (node.at("/spec/unschedulable").asBoolean(false)
                    && DriverUpgradeLabels.cordoned(labels, TextMaps.of(node.at("/metadata/annotations")))) {
                cordoned.add(name(node));
            } else if (!DriverUpgradeLabels.paused(labels).isEmpty()) {
                paused.add(name(node));
            }
        }
        return new DriverUpgradeNodes(List.copyOf(cordoned), List.copyOf(paused));
    }

    private Optional<Map<String, String>> labels(String namespace) throws Failure, InterruptedException {
        try {
            var object = objects.read("/api/v1/namespaces/" + ApiPaths.encode(namespace), "read the namespace");
            return Optional.of(TextMaps.of(object.at("/metadata/labels")));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private Map<String, StackSite.SitePolicy> policies(List<Problem> gaps) throws InterruptedException, Failure {
        var policies = new LinkedHashMap<String, StackSite.SitePolicy>();
        items("/apis/nvidia.com/v1/clusterpolicies?limit=500", "list ClusterPolicies", gaps)
                .forEach(policy -> policies.put(name(policy), policy(policy.path("metadata"))));
        return policies;
    }

    private static StackSite.SitePolicy policy(JsonNode metadata) {
        var notes = TextMaps.of(metadata.path("annotations"));
        var release = notes.getOrDefault("meta.helm.sh/release-name", "");
        return new StackSite.SitePolicy(metadata.path("uid").asText(""), release.isEmpty() ? Optional.empty()
                : Optional.of(new ReleaseName(release, notes.getOrDefault("meta.helm.sh/release-namespace", ""))),
                TextMaps.of(metadata.path("labels")).getOrDefault("helm.sh/chart", ""));
    }

    private List<String> names(String path, String words, List<Problem> gaps) throws InterruptedException, Failure {
        return items(path, words, gaps).stream().map(HelmReleases::name).toList();
    }

    private List<JsonNode> items(String path, String words, List<Problem> gaps) throws InterruptedException, Failure {
        try {
            return objects.items(path, words);
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

    private static String name(JsonNode object) {
        var namespace = object.at("/metadata/namespace").asText("");
        return (namespace.isEmpty() ? "" : namespace + "/") + object.at("/metadata/name").asText("");
    }
}
