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
import tessera.copy.Copies;
import tessera.exec.ContainerDoor;
import tessera.exec.SessionLog;
import tessera.fit.ObjectSource;
import tessera.flow.Latest;
import tessera.forward.Forwards;
import tessera.insight.PlaceSource;
import tessera.insight.Sample;
import tessera.insight.ToldPlaces;
import tessera.logs.LogSource;
import tessera.metrics.history.History;
import tessera.metrics.prometheus.find.Standing;
import tessera.model.CommandTarget;
import tessera.model.EventFacts;
import tessera.model.Failure;
import tessera.model.Lineage;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.PodSpecFacts;
import tessera.model.Problem;
import tessera.model.ServerVersion;
import tessera.model.Snapshot;
import tessera.model.UsageFacts;
import tessera.model.reading.Readings;
import tessera.plan.PlanRunner;
import tessera.plan.journal.Journal;
import tessera.plan.survey.Lookups;
import tessera.settings.Edit;
import tessera.settings.Settings;
import tessera.stack.StackSource;
import tessera.ui.Clusters.Access;
import tessera.ui.Clusters.Context;
import tessera.ui.Clusters.Kind;

/** A desk at which nothing moves unless a test moves it. */
public final class StillDesk implements Desk, Reached {

    public final Latest<Snapshot> snapshots;
    public final Latest<Readings> readings = new Latest<>(Readings.nothing());
    public final Latest<Clusters> clusters = new Latest<>(
            new Clusters(List.of(new Context("prod-eu", "https://prod-eu.example:6443", Kind.PRODUCTION, true),
                    new Context("research-us", "https://research-us.example:6443", Kind.RESEARCH, true)), "prod-eu",
                    Access.READ_ONLY, ""));
    public final Latest<Standing> prometheus = new Latest<>(new Standing.Nowhere(List.of()));
    public final History history = new History();
    public final Alarms alarms = new Alarms(AlertRules::standard);
    public Journal.Content journal = new Journal.Content(List.of(), 0);
    public int retries;
    /** Who made whatever is looked at: nobody. */
    public volatile Lineage lineage = new Lineage(List.of(), Optional.empty());
    public final AtomicInteger askedForMakers = new AtomicInteger();
    /** What is read of the GPU stack; null where nobody answers. */
    public @Nullable StackSource stack;
    /** What is read of whole objects: there is none. */
    public ObjectSource objects = new ObjectSource() {
        @Override
        public Optional<JsonNode> object(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader) {
            return true;
        }
    };
    /** What is told of where MIG instances lie: nobody tells anything. */
    public PlaceSource places = new PlaceSource() {
        @Override
        public ToldPlaces published(String node) {
            return ToldPlaces.NOTHING;
        }

        @Override
        public ToldPlaces asked(NodeInfo node) {
            return ToldPlaces.NOTHING;
        }
    };
    /** What was settled; nothing is written anywhere. */
    public final Latest<Preferences.Settled> settled = new Latest<>(
            new Preferences.Settled(Settings.DEFAULTS, "settings.json", List.of()));
    public final List<Edit> edits = new ArrayList<>();
    private final Map<String, String> remembered = new HashMap<>();

    public StillDesk(Snapshot snapshot) {
        snapshots = new Latest<>(snapshot);
    }

    @Override
    public CommandTarget target() {
        return CommandTarget.named(clusters.get().open(), null);
    }

    @Override
    public Latest<Snapshot> snapshots() {
        return snapshots;
    }

    @Override
    public Latest<Readings> readings() {
        return readings;
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public Alarms alarms() {
        return alarms;
    }

    @Override
    public Latest<Standing> prometheus() {
        return prometheus;
    }

    @Override
    public Latest<Clusters> clusters() {
        return clusters;
    }

    @Override
    public void open(String context) {
        clusters.update(before -> new Clusters(before.contexts(), context, before.access(), before.problem()));
    }

    @Override
    public void retry() {
        retries++;
    }

    @Override
    public void disconnect() {
        snapshots.set(Snapshot.empty(Sample.NOW));
    }

    @Override
    public void wantReadOnly(boolean readOnly) {
        clusters.update(before -> new Clusters(before.contexts(), before.open(),
                readOnly ? Access.READ_ONLY : Access.CHANGES_ALLOWED, before.problem()));
    }

    @Override
    public Kubeconfigs kubeconfigs() {
        return new Kubeconfigs() {
            @Override
            public List<File> files() {
                return List.of(new File("/home/me/.kube/config", "2 contexts"));
            }

            @Override
            public List<String> others() {
                return List.of();
            }

            @Override
            public String check(String context) throws Failure {
                throw new Failure(Problem.of(Problem.Kind.UNREACHABLE, context + " does not answer"));
            }

            @Override
            public void add(String file) {
                edits.add(Edit.kubeconfigs(List.of(file)));
            }
        };
    }

    @Override
    public Preferences preferences() {
        return new Preferences() {
            @Override
            public Latest<Settled> settled() {
                return settled;
            }

            @Override
            public void change(Edit... wanted) {
                edits.addAll(List.of(wanted));
            }
        };
    }

    @Override
    public Reached reached() {
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
    public ObjectRef place(ObjectRef object) {
        return object;
    }

    @Override
    public Lineage makers(ObjectRef object) {
        askedForMakers.incrementAndGet();
        return lineage;
    }

    @Override
    public String yaml(ObjectRef object, boolean managed) throws Failure {
        if (object.name().isEmpty()) {
            throw new Failure(Problem.of(Problem.Kind.NOT_FOUND, "It is gone"));
        }
        return "apiVersion: v1\nkind: " + object.kind() + "\nmetadata:\n  name: " + object.name()
                + "\n  labels:\n    team: \"research\"\n";
    }

    @Override
    public List<EventFacts> events(ObjectRef object) {
        return List.of(
                new EventFacts("Warning", "FailedScheduling",
                        "0/24 nodes are available: 24 Insufficient nvidia.com/gpu.",
                        "default-scheduler", null, Sample.NOW.minusSeconds(40), 9),
                new EventFacts("Normal", "Scheduled", "Successfully assigned", "default-scheduler", null,
                        Sample.NOW.minusSeconds(400), 1));
    }

    @Override
    public PodSpecFacts podSpec(ObjectRef pod) throws Failure {
        throw new Failure(Problem.of(Problem.Kind.NOT_FOUND, "It is gone"));
    }

    private static Failure nobody() {
        return new Failure(Problem.of(Problem.Kind.UNREACHABLE, "No cluster is open"));
    }

    @Override
    public LogSource logs() throws Failure {
        throw nobody();
    }

    @Override
    public ContainerDoor containers() throws Failure {
        throw nobody();
    }

    @Override
    public SessionLog sessions() throws Failure {
        throw nobody();
    }

    @Override
    public Forwards forwards() throws Failure {
        throw nobody();
    }

    @Override
    public Copies copies() throws Failure {
        throw nobody();
    }

    @Override
    public StackSource stack() throws Failure {
        if (stack == null) {
            throw nobody();
        }
        return stack;
    }

    @Override
    public PlanRunner planner() throws Failure {
        throw nobody();
    }

    @Override
    public UsageFacts usage(ObjectRef object) throws Failure {
        throw new Failure(
                Problem.of(Problem.Kind.NOT_FOUND, "Could not read what %s uses: not found".formatted(object)));
    }

    @Override
    public PlaceSource places() {
        return places;
    }

    @Override
    public ObjectSource objects() {
        return objects;
    }

    @Override
    public Lookups lookups() throws Failure {
        throw nobody();
    }

    @Override
    public Journal.Content journal() {
        return journal;
    }

    @Override
    public CrashFolder crashes() {
        return new CrashFolder() {
            @Override
            public String place() {
                return "crashes";
            }

            @Override
            public List<Report> reports() {
                return List.of();
            }
        };
    }

    @Override
    public Memory memory() {
        return new Memory() {
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
