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
import tessera.exec.ContainerAccess;
import tessera.exec.SessionLog;
import tessera.filecopy.CopyJobs;
import tessera.flow.LatestValue;
import tessera.forward.PortForwards;
import tessera.insight.PlacementSource;
import tessera.insight.ReportedPlacements;
import tessera.insight.Sample;
import tessera.logs.LogSource;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.CommandTarget;
import tessera.model.EventFacts;
import tessera.model.Failure;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.PluginRequest;
import tessera.model.PodSpecFacts;
import tessera.model.Problem;
import tessera.model.ServerVersion;
import tessera.model.Snapshot;
import tessera.model.UsageFacts;
import tessera.model.reading.FleetReadings;
import tessera.plan.PlanRunner;
import tessera.plan.context.SurveyLookups;
import tessera.plan.journal.ChangeJournal;
import tessera.scheduling.ObjectSource;
import tessera.settings.Settings;
import tessera.settings.SettingsEdit;
import tessera.stack.StackSource;
import tessera.ui.ClusterList.Access;
import tessera.ui.ClusterList.ClusterMark;
import tessera.ui.ClusterList.Context;

/** A desk at which nothing moves unless a test moves it. */
public final class StillDesk implements AppServices, ClusterServices {

    public final LatestValue<Snapshot> snapshots;
    public final LatestValue<FleetReadings> readings = new LatestValue<>(FleetReadings.emptyReadings());
    public final LatestValue<ClusterList> clusters = new LatestValue<>(
            new ClusterList(
                    List.of(new Context("prod-eu", "https://prod-eu.example:6443", ClusterMark.PRODUCTION, true),
                            new Context("research-us", "https://research-us.example:6443", ClusterMark.RESEARCH, true)),
                    "prod-eu",
                    Access.READ_ONLY, ""));
    public final LatestValue<PrometheusStatus> prometheus = new LatestValue<>(
            new PrometheusStatus.PrometheusNotFound(List.of()));
    public final DeviceHistory history = new DeviceHistory();
    public final AlertFeed alarms = new AlertFeed(AlertRules::standardRules);
    public ChangeJournal.JournalContent journal = new ChangeJournal.JournalContent(List.of(), 0);
    public int retries;
    public final LatestValue<Optional<PluginRequest>> asked = new LatestValue<>(Optional.empty());
    public final List<Boolean> answers = new ArrayList<>();
    /** Who made whatever is looked at: nobody. */
    public volatile OwnerChain lineage = new OwnerChain(List.of(), Optional.empty());
    public final AtomicInteger askedForMakers = new AtomicInteger();
    /** What is read of the GPU stack; null where nobody answers. */
    public @Nullable StackSource stack;
    /** What is read of whole objects: there is none. */
    public ObjectSource objects = new ObjectSource() {
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
    public PlacementSource places = new PlacementSource() {
        @Override
        public ReportedPlacements readPublished(String node) {
            return ReportedPlacements.NOTHING;
        }

        @Override
        public ReportedPlacements queryDriver(NodeInfo node) {
            return ReportedPlacements.NOTHING;
        }
    };
    /** What was settled; nothing is written anywhere. */
    public final LatestValue<UserPreferences.CurrentSettings> settled = new LatestValue<>(
            new UserPreferences.CurrentSettings(Settings.DEFAULTS, "settings.json", List.of()));
    public final List<SettingsEdit> edits = new ArrayList<>();
    private final Map<String, String> remembered = new HashMap<>();

    public StillDesk(Snapshot snapshot) {
        snapshots = new LatestValue<>(snapshot);
    }

    @Override
    public CommandTarget commandTarget() {
        return CommandTarget.forContext(clusters.get().openContext(), null);
    }

    @Override
    public LatestValue<Snapshot> snapshots() {
        return snapshots;
    }

    @Override
    public LatestValue<FleetReadings> deviceReadings() {
        return readings;
    }

    @Override
    public DeviceHistory deviceHistory() {
        return history;
    }

    @Override
    public AlertFeed alertFeed() {
        return alarms;
    }

    @Override
    public LatestValue<PrometheusStatus> prometheusStatus() {
        return prometheus;
    }

    @Override
    public LatestValue<ClusterList> clusters() {
        return clusters;
    }

    @Override
    public void openContext(String context) {
        clusters.update(before -> new ClusterList(before.contexts(), context, before.access(), before.problem()));
    }

    @Override
    public LatestValue<Optional<PluginRequest>> pluginRequest() {
        return asked;
    }

    @Override
    public void answer(boolean allowed) {
        answers.add(allowed);
        asked.set(Optional.empty());
    }

    @Override
    public void retryConnection() {
        retries++;
    }

    @Override
    public void disconnect() {
        snapshots.set(Snapshot.empty(Sample.NOW));
    }

    @Override
    public void setReadOnly(boolean readOnly) {
        clusters.update(before -> new ClusterList(before.contexts(), before.openContext(),
                readOnly ? Access.READ_ONLY : Access.CHANGES_ALLOWED, before.problem()));
    }

    @Override
    public ContextSources contextSources() {
        return new ContextSources() {
            @Override
            public List<KubeconfigSource> files() {
                return List.of(new KubeconfigSource("/home/me/.kube/config", "2 contexts"));
            }

            @Override
            public List<String> unreadFiles() {
                return List.of();
            }

            @Override
            public String testConnection(String context) throws Failure {
                throw new Failure(Problem.of(Problem.ProblemKind.UNREACHABLE, context + " does not answer"));
            }

            @Override
            public void addFile(String file) {
                edits.add(SettingsEdit.setKubeconfigs(List.of(file)));
            }
        };
    }

    @Override
    public UserPreferences preferences() {
        return new UserPreferences() {
            @Override
            public LatestValue<CurrentSettings> currentSettings() {
                return settled;
            }

            @Override
            public void change(SettingsEdit... wanted) {
                edits.addAll(List.of(wanted));
            }
        };
    }

    @Override
    public ClusterServices clusterServices() {
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
    public String yamlOf(ObjectRef object, boolean managed) throws Failure {
        if (object.name().isEmpty()) {
            throw new Failure(Problem.of(Problem.ProblemKind.NOT_FOUND, "It is gone"));
        }
        return "apiVersion: v1\nkind: " + object.kind() + "\nmetadata:\n  name: " + object.name()
                + "\n  labels:\n    team: \"research\"\n";
    }

    @Override
    public List<EventFacts> eventsOf(ObjectRef object) {
        return List.of(
                new EventFacts("Warning", "FailedScheduling",
                        "0/24 nodes are available: 24 Insufficient nvidia.com/gpu.",
                        "default-scheduler", null, Sample.NOW.minusSeconds(40), 9),
                new EventFacts("Normal", "Scheduled", "Successfully assigned", "default-scheduler", null,
                        Sample.NOW.minusSeconds(400), 1));
    }

    @Override
    public PodSpecFacts podSpecOf(ObjectRef pod) throws Failure {
        throw new Failure(Problem.of(Problem.ProblemKind.NOT_FOUND, "It is gone"));
    }

    private static Failure nobody() {
        return new Failure(Problem.of(Problem.ProblemKind.UNREACHABLE, "No cluster is open"));
    }

    @Override
    public LogSource logSource() throws Failure {
        throw nobody();
    }

    @Override
    public ContainerAccess containerAccess() throws Failure {
        throw nobody();
    }

    @Override
    public SessionLog sessionLog() throws Failure {
        throw nobody();
    }

    @Override
    public PortForwards portForwards() throws Failure {
        throw nobody();
    }

    @Override
    public CopyJobs copyJobs() throws Failure {
        throw nobody();
    }

    @Override
    public StackSource stackSource() throws Failure {
        if (stack == null) {
            throw nobody();
        }
        return stack;
    }

    @Override
    public PlanRunner planRunner() throws Failure {
        throw nobody();
    }

    @Override
    public UsageFacts usageOf(ObjectRef object) throws Failure {
        throw new Failure(
                Problem.of(Problem.ProblemKind.NOT_FOUND, "Could not read what %s uses: not found".formatted(object)));
    }

    @Override
    public PlacementSource placementSource() {
        return places;
    }

    @Override
    public ObjectSource objectSource() {
        return objects;
    }

    @Override
    public SurveyLookups planLookups() throws Failure {
        throw nobody();
    }

    @Override
    public ChangeJournal.JournalContent changeJournal() {
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
    public LayoutMemory layoutMemory() {
        return new LayoutMemory() {
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
