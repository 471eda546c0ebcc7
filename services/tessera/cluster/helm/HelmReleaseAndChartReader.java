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
import tessera.cluster.chart.HelmChartDownloader;
import tessera.cluster.helm.HelmLibraryClient.HelmCommandInput;
import tessera.cluster.helm.HelmLibraryClient.LocatedHelmChart;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.object.StringMapReader;
import tessera.cluster.stack.HelmReleaseSecretReader;
import tessera.model.DriverUpgradeLabels;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.GpuHostDriverErrorsAndModules;
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.plan.context.GpuStackInstallPreconditions;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseHistory;
import tessera.plan.context.HelmReleaseReader;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.context.HelmRepositoryCredentials;
import tessera.plan.context.NodesInDriverUpgrade;
import tessera.plan.context.UnfinishedHelmRevision;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.step.HelmOperation;
import tessera.stack.GpuStackHelmRelease.RecordedRevision;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Reader of releases and renderer of charts, by Helm. Helm changes nothing for that. */
public final class HelmReleaseAndChartReader implements HelmReleaseReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseAndChartReader.class);
    private static final String UPGRADED = "/api/v1/nodes?limit=500&labelSelector=" + ApiPathBuilder
            .encode(DriverUpgradeLabels.STATE + "," + DriverUpgradeLabels.STATE + "!=" + DriverUpgradeLabels.DONE);

    private final ApiObjectReader objects;
    private final HelmReleaseSecretReader records;
    private final HelmChartDownloader charts;
    private final HelmLibraryClient helm = new HelmLibraryClient();
    private final DriverContainerLogReader drivers;
    private final GpuKernelModuleReader modules;
    /** What Helm calls revisions that it has ended well. */
    private static final Set<String> SOUND = Set.of("deployed", "superseded");

    private final StackInstallPermissionReader admissions;
    private final HelmChartRenderer rendering;
    private final HelmChartRenderer.HelmRenderingCache renderings = new HelmChartRenderer.HelmRenderingCache();

    /** @param charts brings those that lie elsewhere */
    public HelmReleaseAndChartReader(ApiTransportSupplier transportSupplier, HelmChartDownloader charts) {
        this.charts = charts;
        objects = new ApiObjectReader(transportSupplier);
        records = new HelmReleaseSecretReader(transportSupplier);
        drivers = new DriverContainerLogReader(transportSupplier);
        modules = new GpuKernelModuleReader(objects);
        admissions = new StackInstallPermissionReader(transportSupplier);
        rendering = new HelmChartRenderer(transportSupplier, helm);
    }

    @Override
    public Optional<HelmReleaseRevision> readRelease(HelmReleaseNamespacedName name, Optional<Integer> revision)
            throws ProblemException, InterruptedException {
        var revisions = records.revisions(name.namespace(), name.name());
        if (revisions.isEmpty()) {
            return Optional.empty();
        }
        int wanted = revision.orElse(revisions.getFirst().number());
        var record = records.readRevision(name.namespace(), name.name(), wanted);
        if (record.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(releaseObject(name, record.get(), revisions));
    }

    @Override
    public List<HelmReleaseHistory> listReleases(String namespace) throws ProblemException, InterruptedException {
        return records.knownReleases(namespace);
    }

    @Override
    public List<UnfinishedHelmRevision> unfinishedRevisions(HelmReleaseNamespacedName name)
            throws ProblemException, InterruptedException {
        return records.unfinishedRevisions(name.namespace(), name.name());
    }

    private static HelmReleaseRevision releaseObject(HelmReleaseNamespacedName name, JsonNode record,
            List<RecordedRevision> history) throws ProblemException {
        var metadata = record.at("/chart/metadata");
        int revision = record.path("version").asInt();
        return new HelmReleaseRevision(name, revision, record.at("/info/status").asText("unknown"),
                chartDetail(metadata, HelmManifestConverter.readableYaml(record.at("/chart/values"))),
                HelmManifestConverter.readableYaml(record.path("config")), record.path("manifest").asText(""),
                metadata.path("dependencies").isEmpty() && !record.at("/chart/templates").isEmpty(),
                history.stream().map(RecordedRevision::number).toList(),
                history.stream().filter(each -> each.number() <= revision && SOUND.contains(each.status()))
                        .map(RecordedRevision::number).findFirst());
    }

    private static HelmChartMetadata chartDetail(JsonNode metadata, String defaults) {
        var parts = new TreeSet<String>();
        for (var part : metadata.path("dependencies")) {
            parts.add(part.path("alias").asText(part.path("name").asText()));
        }
        return new HelmChartMetadata(metadata.path("name").asText(""), metadata.path("version").asText(""), defaults,
                parts);
    }

    @Override
    public void signIn(HelmRepositoryCredentials credentials) throws ProblemException {
        charts.signIn(credentials);
    }

    @Override
    public HelmChartMetadata readChart(HelmChartSource source) throws ProblemException, InterruptedException {
        var chart = HelmTempDirectory.locate(source, charts);
        return chartDetail(HelmManifestConverter.read(helm.chartYaml(chart)), helm.defaultValues(chart));
    }

    private static ProblemException preparationFailure(IOException cause) {
        return new ProblemException(Problem.of(OperationProblemKind.UNEXPECTED, new HelmReason.HelmFilesUnwritable())
                .withDetail(String.valueOf(cause.getMessage())), cause);
    }

    @Override
    public String renderManifest(HelmOperation operation) throws ProblemException, InterruptedException {
        return renderedChart(operation).manifest();
    }

    @Override
    public String readHooks(HelmOperation operation) throws ProblemException, InterruptedException {
        return renderedChart(operation).hooks();
    }

    private HelmChartRenderer.RenderedHelmChart renderedChart(HelmOperation operation)
            throws ProblemException, InterruptedException {
        return switch (operation) {
            case HelmOperation.HelmUninstall(var release, var planned, var _) ->
                new HelmChartRenderer.RenderedHelmChart("",
                        HelmTempDirectory.hookYaml(releaseRecord(release, planned)));
            case HelmOperation.HelmRollback(var release, var _, var revision, var _) ->
                HelmChartRenderer.RenderedHelmChart.of(releaseRecord(release, revision));
            case HelmOperation.HelmInstall _,HelmOperation.HelmUpgrade _,HelmOperation.HelmValuesUpgrade _ ->
                renderings.renderOnce(operation,
                        () -> withFiles(operation, helmCommandInput -> rendering.render(helmCommandInput, operation)));
        };
    }

    /** Returns the CRDs, as YAML, of a chart that replaces another one; empty where none are replaced. */
    String replacedCrds(HelmOperation operation) throws ProblemException, InterruptedException {
        return switch (operation) {
            case HelmOperation.HelmUpgrade _ ->
                withFiles(operation, helmCommandInput -> helm.crdYaml(helmCommandInput.chart()));
            case HelmOperation.HelmRollback(var release, var _, var revision, var _) ->
                HelmTempDirectory.crdYaml(releaseRecord(release, revision));
            // What is there stays as it is, and what a chart brings the first time is not there.
            case HelmOperation.HelmInstall _,HelmOperation.HelmValuesUpgrade _,HelmOperation.HelmUninstall _ -> "";
        };
    }

    /** An action on a task while its files exist. */
    @FunctionalInterface
    interface HelmFilesCallback<T> {
        T apply(HelmCommandInput helmCommandInput) throws ProblemException, InterruptedException;
    }

    /** Prepares the files that Helm needs for a piece of work, and runs a task with them. */
    <T> T withFiles(HelmOperation operation, HelmFilesCallback<T> doing) throws ProblemException, InterruptedException {
        try (var shop = new HelmTempDirectory()) {
            return doing.apply(switch (operation) {
                case HelmOperation.HelmInstall(var release, var chart, var values) ->
                    createTask(shop, HelmTempDirectory.locate(chart, charts), release, values);
                case HelmOperation.HelmUpgrade(var release, var _, var chart, var values) ->
                    createTask(shop, HelmTempDirectory.locate(chart, charts), release, values);
                case HelmOperation.HelmValuesUpgrade(var release, var planned, var values) ->
                    createTask(shop, shop.recordedChart(releaseRecord(release, planned)), release, values);
                case HelmOperation.HelmRollback(var release, var _, var revision, var anew) -> {
                    var record = releaseRecord(release, revision);
                    yield new HelmCommandInput(shop.frozenChart(record), release,
                            shop.writeValues(HelmManifestConverter.write(record.path("config"))),
                            "Rollback to " + revision, anew);
                }
                case HelmOperation.HelmUninstall(var release, var _, var _) ->
                    new HelmCommandInput(new LocatedHelmChart("", ""), release, null, "", false);
            });
        } catch (IOException e) {
            throw preparationFailure(e);
        }
    }

    private static HelmCommandInput createTask(HelmTempDirectory shop, LocatedHelmChart chart,
            HelmReleaseNamespacedName release, String values) throws IOException {
        return new HelmCommandInput(chart, release, values.isBlank() ? null : shop.writeValues(values), "", false);
    }

    JsonNode releaseRecord(HelmReleaseNamespacedName release, int revision)
            throws ProblemException, InterruptedException {
        return records.readRevision(release.namespace(), release.name(), revision)
                .orElseThrow(() -> new ProblemException(OperationProblemKind.NOT_FOUND,
                        new HelmReason.ReleaseRevisionMissing(release.toString(), revision)));
    }

    /** Returns the newest revision; 0 where there is none. */
    int newestRevision(HelmReleaseNamespacedName release) throws ProblemException, InterruptedException {
        var revisions = records.revisions(release.namespace(), release.name());
        return revisions.isEmpty() ? 0 : revisions.getFirst().number();
    }

    private String serverVersion() throws ProblemException, InterruptedException {
        return objects.readJson("/version", MESSAGES.text("read.version")).path("gitVersion").asText("");
    }

    @Override
    public GpuStackInstallEnvironment readSite(String namespace) throws ProblemException, InterruptedException {
        var gaps = new ArrayList<Problem>();
        var loaded = modules.readLoadedModules();
        var sets = listItems("/apis/apps/v1/daemonsets?limit=500", "list DaemonSets", gaps);
        return new GpuStackInstallEnvironment(serverVersion(), namespaceLabels(namespace), readPolicies(gaps),
                listNames("/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=500",
                        MESSAGES.text("list.crds"), gaps),
                Stream.concat(
                        sets.stream().filter(GpuDevicePluginDaemonSetMatcher::isGpuPlugin)
                                .map(HelmReleaseAndChartReader::qualifiedName),
                        listNames("/apis/nvidia.com/v1alpha1/gpuclusters?limit=500", "list GPUClusters", gaps).stream()
                                .map(GpuStackInstallEnvironment.GPU_CLUSTER::concat))
                        .toList(),
                sets.stream().map(HelmReleaseAndChartReader::qualifiedName)
                        .filter(name -> name.contains("node-feature-discovery") || name.contains("nfd-worker"))
                        .toList(),
                new GpuHostDriverErrorsAndModules(drivers.failingDriverLogs(), loaded.byNode(), loaded.problem()),
                GpuStackInstallPreconditions.FREE, gaps);
    }

    @Override
    public GpuStackInstallPreconditions readAdmission(String namespace) throws ProblemException, InterruptedException {
        return admissions.readAdmission(namespace, namespaceLabels(namespace).isPresent());
    }

    @Override
    public NodesInDriverUpgrade driverUpgradeNodes() throws ProblemException, InterruptedException {
        var cordoned = new TreeSet<String>();
        var paused = new TreeSet<String>();
        // Who may not list nodes sees none with GPUs either.
        for (var node : listItems(UPGRADED, MESSAGES.text("list.upgrades"), new ArrayList<>())) {
            var labels = StringMapReader.readMap(node.at("/metadata/labels"));
            if (node.at("/spec/unschedulable").asBoolean(false) && DriverUpgradeLabels.isCordonedForUpgrade(labels,
                    StringMapReader.readMap(node.at("/metadata/annotations")))) {
                cordoned.add(qualifiedName(node));
            } else if (!DriverUpgradeLabels.pausedOperands(labels).isEmpty()) {
                paused.add(qualifiedName(node));
            }
        }
        return new NodesInDriverUpgrade(List.copyOf(cordoned), List.copyOf(paused));
    }

    private Optional<Map<String, String>> namespaceLabels(String namespace)
            throws ProblemException, InterruptedException {
        try {
            var object = objects.readJson("/api/v1/namespaces/" + ApiPathBuilder.encode(namespace),
                    MESSAGES.text("read.namespace"));
            return Optional.of(StringMapReader.readMap(object.at("/metadata/labels")));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    private Map<String, GpuStackInstallEnvironment.GpuClusterPolicy> readPolicies(List<Problem> gaps)
            throws InterruptedException, ProblemException {
        var policies = new LinkedHashMap<String, GpuStackInstallEnvironment.GpuClusterPolicy>();
        listItems("/apis/nvidia.com/v1/clusterpolicies?limit=500", "list ClusterPolicies", gaps)
                .forEach(policy -> policies.put(qualifiedName(policy), sitePolicy(policy.path("metadata"))));
        return policies;
    }

    private static GpuStackInstallEnvironment.GpuClusterPolicy sitePolicy(JsonNode metadata) {
        var notes = StringMapReader.readMap(metadata.path("annotations"));
        var release = notes.getOrDefault("meta.helm.sh/release-name", "");
        return new GpuStackInstallEnvironment.GpuClusterPolicy(metadata.path("uid").asText(""),
                release.isEmpty() ? Optional.empty()
                        : Optional.of(new HelmReleaseNamespacedName(release,
                                notes.getOrDefault("meta.helm.sh/release-namespace", ""))),
                StringMapReader.readMap(metadata.path("labels")).getOrDefault("helm.sh/chart", ""));
    }

    private List<String> listNames(String path, String text, List<Problem> gaps)
            throws InterruptedException, ProblemException {
        return listItems(path, text, gaps).stream().map(HelmReleaseAndChartReader::qualifiedName).toList();
    }

    private List<JsonNode> listItems(String path, String text, List<Problem> gaps)
            throws InterruptedException, ProblemException {
        try {
            return objects.listAll(path, text);
        } catch (ProblemException problemException) {
            switch (problemException.problem().kind()) {
                case NOT_FOUND -> {
                    return List.of();
                }
                case FORBIDDEN -> gaps.add(problemException.problem());
                default -> throw problemException;
            }
            return List.of();
        }
    }

    private static String qualifiedName(JsonNode object) {
        var namespace = object.at("/metadata/namespace").asText("");
        return OptionalText.suffixed(namespace, "/") + object.at("/metadata/name").asText("");
    }
}
