package tessera.ui;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRules;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ContainerSessionLog;
import tessera.filecopy.ContainerFileCopyRegistry;
import tessera.flow.LatestValue;
import tessera.forward.PortForwardRegistry;
import tessera.gpu.MigPlacementSource;
import tessera.gpu.ReportedMigPlacements;
import tessera.gpu.Sample;
import tessera.logs.PodLogSource;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.ClusterSnapshot;
import tessera.model.CopiedCommandContext;
import tessera.model.CredentialPluginApprovalRequest;
import tessera.model.EventSummary;
import tessera.model.MetricsServerUsage;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.PodDetails;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.ServerVersion;
import tessera.model.reading.FleetReadings;
import tessera.plan.PlanRunner;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.journal.ChangeJournal;
import tessera.scheduling.ClusterObjectSource;
import tessera.settings.SettingsFileEdit;
import tessera.settings.UserSettings;
import tessera.stack.GpuStackClusterReader;
import tessera.ui.OpenableClusterList.ClusterPurposeMark;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.OpenableClusterList.ListedKubeconfigContext;

/** A desk at which nothing moves unless a test moves it. */
public final class StillDesk implements AppServices, OpenClusterAccess {

    public final LatestValue<ClusterSnapshot> snapshots;
    public final LatestValue<FleetReadings> readings = new LatestValue<>(FleetReadings.emptyReadings());
    public final LatestValue<OpenableClusterList> clusters = new LatestValue<>(new OpenableClusterList(List.of(
            new ListedKubeconfigContext("prod-eu", "https://prod-eu.example:6443", ClusterPurposeMark.PRODUCTION, true),
            new ListedKubeconfigContext("research-us", "https://research-us.example:6443", ClusterPurposeMark.RESEARCH,
                    true)),
            "prod-eu", ClusterWriteAccessMode.READ_ONLY, ""));
    public final LatestValue<PrometheusDiscoveryStatus> prometheus = new LatestValue<>(
            new PrometheusDiscoveryStatus.PrometheusNotFound(List.of()));
    public final FleetDeviceMetricHistory history = new FleetDeviceMetricHistory();
    public final ClusterAlertFeed alertFeed = new ClusterAlertFeed(AlertRules::standardRules);
    public ChangeJournal.ChangeJournalContent journal = new ChangeJournal.ChangeJournalContent(List.of(), 0);
    public int retries;
    public final LatestValue<Optional<CredentialPluginApprovalRequest>> latestValue = new LatestValue<>(
            Optional.empty());
    public final List<Boolean> answers = new ArrayList<>();
    /** Who made whatever is looked at: nobody. */
    public volatile OwnerChain lineage = new OwnerChain(List.of(), Optional.empty());
    public final AtomicInteger askedForMakers = new AtomicInteger();
    /** What is read of the GPU stack; null where nobody answers. */
    public @Nullable GpuStackClusterReader stack;
    /** What is read of whole objects: there is none. */
    public ClusterObjectSource objects = new ClusterObjectSource() {
        @Override
        public Optional<JsonNode> find(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) {
            return true;
        }
    };
    /** What is told of where MIG instances lie: nobody tells anything. */
    public MigPlacementSource placementSource = new MigPlacementSource() {
        @Override
        public ReportedMigPlacements readPublished(String node) {
            return ReportedMigPlacements.NOTHING;
        }

        @Override
        public ReportedMigPlacements queryDriver(NodeWithBoundPods node) {
            return ReportedMigPlacements.NOTHING;
        }
    };
    /** What was settled; nothing is written anywhere. */
    public final LatestValue<UserSettingsAccess.CurrentSettings> settled = new LatestValue<>(
            new UserSettingsAccess.CurrentSettings(UserSettings.DEFAULTS, "settings.json", List.of()));
    public final List<SettingsFileEdit> edits = new ArrayList<>();
    private final Map<String, String> remembered = new HashMap<>();

    public StillDesk(ClusterSnapshot clusterSnapshot) {
        snapshots = new LatestValue<>(clusterSnapshot);
    }

    @Override
    public CopiedCommandContext commandTarget() {
        return CopiedCommandContext.forContext(clusters.get().openContext(), null);
    }

    @Override
    public LatestValue<ClusterSnapshot> snapshots() {
        return snapshots;
    }

    @Override
    public LatestValue<FleetReadings> deviceReadings() {
        return readings;
    }

    @Override
    public FleetDeviceMetricHistory deviceHistory() {
        return history;
    }

    @Override
    public ClusterAlertFeed alertFeed() {
        return alertFeed;
    }

    @Override
    public LatestValue<PrometheusDiscoveryStatus> prometheusStatus() {
        return prometheus;
    }

    @Override
    public LatestValue<OpenableClusterList> clusters() {
        return clusters;
    }

    @Override
    public void openContext(String context) {
        clusters.update(
                before -> new OpenableClusterList(before.contexts(), context, before.access(), before.problem()));
    }

    @Override
    public LatestValue<Optional<CredentialPluginApprovalRequest>> pluginRequest() {
        return latestValue;
    }

    @Override
    public void answer(boolean allowed) {
        answers.add(allowed);
        latestValue.set(Optional.empty());
    }

    @Override
    public void retryConnection() {
        retries++;
    }

    @Override
    public void disconnect() {
        snapshots.set(ClusterSnapshot.empty(Sample.NOW));
    }

    @Override
    public void setReadOnly(boolean readOnly) {
        clusters.update(before -> new OpenableClusterList(before.contexts(), before.openContext(),
                readOnly ? ClusterWriteAccessMode.READ_ONLY : ClusterWriteAccessMode.CHANGES_ALLOWED,
                before.problem()));
    }

    @Override
    public KubeconfigSourceProvider contextSources() {
        return new KubeconfigSourceProvider() {
            @Override
            public List<KubeconfigSource> files() {
                return List.of(new KubeconfigSource("/home/me/.kube/config", "2 contexts"));
            }

            @Override
            public List<String> unreadFiles() {
                return List.of();
            }

            @Override
            public String testConnection(String context) throws ProblemException {
                throw new ProblemException(
                        Problem.of(Problem.OperationProblemKind.UNREACHABLE, context + " does not answer"));
            }

            @Override
            public void addFile(String file) {
                edits.add(SettingsFileEdit.setKubeconfigs(List.of(file)));
            }
        };
    }

    @Override
    public UserSettingsAccess preferences() {
        return new UserSettingsAccess() {
            @Override
            public LatestValue<CurrentSettings> currentSettings() {
                return settled;
            }

            @Override
            public void change(SettingsFileEdit... wanted) {
                edits.addAll(List.of(wanted));
            }
        };
    }

    @Override
    public OpenClusterAccess clusterServices() {
        return this;
    }

    @Override
    public ServerVersion version() {
        return new ServerVersion("v1.36.2", "linux/amd64");
    }

    @Override
    public List<String> namespaces() {
        return List.of("batch", "ci", "default", "kube-system", "ml-platform", "notebooks", "research", "serving",
                "speech", "vision");
    }

    @Override
    public ObjectRef resolveRef(ObjectRef object) {
        return object;
    }

    @Override
    public OwnerChain ownerChainOf(ObjectRef object) {
        askedForMakers.incrementAndGet();
        return lineage;
    }

    @Override
    public String yamlOf(ObjectRef object, boolean managed) throws ProblemException {
        if (object.name().isEmpty()) {
            throw new ProblemException(Problem.of(Problem.OperationProblemKind.NOT_FOUND, "It is gone"));
        }
        return "apiVersion: v1\nkind: " + object.kind() + "\nmetadata:\n  name: " + object.name()
                + "\n  labels:\n    team: \"research\"\n";
    }

    @Override
    public List<EventSummary> eventsOf(ObjectRef object) {
        return List.of(
                new EventSummary("Warning", "FailedScheduling",
                        "0/24 nodes are available: 24 Insufficient nvidia.com/gpu.", "default-scheduler", null,
                        Sample.NOW.minusSeconds(40), 9),
                new EventSummary("Normal", "Scheduled", "Successfully assigned", "default-scheduler", null,
                        Sample.NOW.minusSeconds(400), 1));
    }

    @Override
    public PodDetails podSpecOf(ObjectRef pod) throws ProblemException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.NOT_FOUND, "It is gone"));
    }

    private static ProblemException nobody() {
        return new ProblemException(Problem.of(Problem.OperationProblemKind.UNREACHABLE, "No cluster is open"));
    }

    @Override
    public PodLogSource logSource() throws ProblemException {
        throw nobody();
    }

    @Override
    public ContainerExecForwardClient containerAccess() throws ProblemException {
        throw nobody();
    }

    @Override
    public ContainerSessionLog sessionLog() throws ProblemException {
        throw nobody();
    }

    @Override
    public PortForwardRegistry portForwards() throws ProblemException {
        throw nobody();
    }

    @Override
    public ContainerFileCopyRegistry copyJobs() throws ProblemException {
        throw nobody();
    }

    @Override
    public GpuStackClusterReader stackSource() throws ProblemException {
        if (stack == null) {
            throw nobody();
        }
        return stack;
    }

    @Override
    public PlanRunner planRunner() throws ProblemException {
        throw nobody();
    }

    @Override
    public MetricsServerUsage usageOf(ObjectRef object) throws ProblemException {
        throw new ProblemException(Problem.of(Problem.OperationProblemKind.NOT_FOUND,
                "Could not read what %s uses: not found".formatted(object)));
    }

    @Override
    public MigPlacementSource placementSource() {
        return placementSource;
    }

    @Override
    public ClusterObjectSource objectSource() {
        return objects;
    }

    @Override
    public PlannerInputReader planLookups() throws ProblemException {
        throw nobody();
    }

    @Override
    public ChangeJournal.ChangeJournalContent changeJournal() {
        return journal;
    }

    @Override
    public CrashReportFolder crashReports() {
        return new CrashReportFolder() {
            @Override
            public String folderPath() {
                return "crashes";
            }

            @Override
            public List<CrashSummary> reports() {
                return List.of();
            }
        };
    }

    @Override
    public WindowColumnAndThemeStore layoutMemory() {
        return new WindowColumnAndThemeStore() {
            @Override
            public Optional<String> recall(String key) {
                return Optional.ofNullable(remembered.get(key));
            }

            @Override
            public void remember(String key, String value) {
                remembered.put(key, value);
            }
        };
    }
}
