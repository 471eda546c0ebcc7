package tessera.ui.inspect;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.XidCatalog;
import tessera.alerts.health.HealthCheck;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.metrics.history.DeviceKey;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.intent.EditObject;
import tessera.ui.AppServices;
import tessera.ui.ProjectedScreen;
import tessera.ui.change.ChangeSheet;
import tessera.ui.change.NodeChanges;
import tessera.ui.inspect.InspectorTabs.TabPage;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.logs.LogsPane;

/** All there is to know of one node, of one pod, or of work that has no pods, at the right of the window. */
public final class InspectorView implements ProjectedScreen<InspectorQuery, InspectorState> {

    private final InspectorProjection projection;
    private final AppServices desk;
    private final ObservableValue<Instant> now;
    private final ObjectProperty<ObjectRef> target = new SimpleObjectProperty<>(ObjectRef.node(""));
    private final ObservableValue<InspectorQuery> query;
    private final Consumer<ObjectRef> open;
    private final InspectorHead head;
    private final OverviewPage overview;
    private final VBox pods = new VBox();
    private final VBox labels = new VBox();
    private final EventsPage events;
    private final BooleanProperty allPods = new SimpleBooleanProperty();
    private final YamlPage yaml;
    private final LogsPane logs;
    private final ContainersPage containers;
    private final DevicePages devices;
    private final InspectorWorker looking;
    private final Tab overviewTab;
    private final MigPage mig;
    private final Tab migTab;
    private final WhyPage why;
    private final Tab whyTab;
    private final Tab podsTab = InspectorTabs.named("Pods", ScrolledPage.down(pods));
    private final Tab labelsTab = InspectorTabs.named("Labels", ScrolledPage.down(labels));
    private final Tab eventsTab;
    private final Tab metricsTab;
    private final Tab healthTab;
    private final Tab yamlTab;
    private final Tab logsTab;
    private final Tab containersTab;
    private final TabPane tabs;
    private final BorderPane root;
    private Optional<InspectorState> shown = Optional.empty();
    private String awaited = "";
    private boolean fresh;

    /**
     * An inspector that looks at nothing yet.
     *
     * @param open  called with another object that is to be looked at
     * @param close called when the inspector is no longer wanted
     * @param time  the time, in steps as coarse as ages are shown, and where it is read
     */
    public InspectorView(AcceleratorCatalog accelerators, AppServices desk, Consumer<ObjectRef> open, Runnable close,
            Time time) {
        this.projection = new InspectorProjection(accelerators);
        this.desk = desk;
        this.open = open;
        this.now = time.now();
        var xids = XidCatalog.standard();
        this.looking = new InspectorWorker(desk::past, desk.alerts()::get, () -> new HealthCheck(desk.rules(), xids));
        this.overview = new OverviewPage(desk, now, open);
        this.overviewTab = InspectorTabs.named("Overview", ScrolledPage.down(overview.node()));
        this.events = new EventsPage(desk, now, this::show);
        this.eventsTab = InspectorTabs.named("Events", ScrolledPage.down(events.node()));
        this.devices = new DevicePages(desk, time.zone());
        this.yaml = new YamlPage(desk, time, this::read, this::show);
        this.logs = new LogsPane(desk, time.now()::getValue, time.zone());
        this.logsTab = InspectorTabs.named("Logs", logs.node());
        this.containers = new ContainersPage(desk, now);
        this.containersTab = InspectorTabs.named("Containers", ScrolledPage.down(containers.node()));
        this.mig = new MigPage(open, desk, now);
        this.migTab = InspectorTabs.named("MIG", ScrolledPage.down(mig.node()));
        this.why = new WhyPage(desk, open, this::show, this::offer);
        this.whyTab = InspectorTabs.named("Why", ScrolledPage.down(why.node()));
        this.metricsTab = InspectorTabs.named(InspectorWorker.METRICS, ScrolledPage.down(devices.metrics()));
        this.healthTab = InspectorTabs.named(InspectorWorker.HEALTH, ScrolledPage.down(devices.health()));
        this.yamlTab = InspectorTabs.named("YAML", yaml.node());
        this.tabs = new TabPane(overviewTab, metricsTab, healthTab, podsTab, eventsTab, labelsTab, yamlTab);
        this.root = new BorderPane(tabs);
        root.setId("inspector");
        root.getStyleClass().add("inspector");
        head = new InspectorHead(root, close);
        root.setTop(head.node());
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
        tabs.getSelectionModel().selectedItemProperty().addListener((selected, before, chosen) -> read());
        var page = tabs.getSelectionModel().selectedItemProperty();
        query = Bindings.createObjectBinding(
                () -> new InspectorQuery(target.get(), now.getValue(), page.get().getText(),
                        devices.partProperty().get(), devices.notedProperty().get(), mig.toldProperty().getValue()),
                target, now, page, devices.partProperty(), devices.notedProperty(), mig.toldProperty());
    }

    /**
     * The time as the window has it.
     *
     * @param zone in which it is said
     */
    public record Time(ObservableValue<Instant> now, ZoneId zone) {}

    /** Which of a node's devices is looked at alone; empty for all. */
    public void lookAt(Optional<DeviceKey> part) {
        devices.partProperty().set(part);
    }

    /** Puts something beside the title. */
    public void beside(Node tools) {
        head.beside(tools);
    }

    /** Puts something above the layouts of MIG GPUs. */
    public void aboveLayouts(Region tools) {
        mig.above(tools);
    }

    /** Has changes begun from here, also with what was edited as YAML. */
    public void changes(NodeChanges changes, ChangeSheet sheet) {
        why.remedies(changes.remedies()::offers);
        yaml.edits(new YamlEdits(sheet::open, changes::againstEdit));
        changes.alsoKnow(overview::course);
        changes.rights().observe(why::offerAnew);
    }

    /** Reads at once what is in sight, because something may be otherwise. */
    public void again() {
        read();
    }

    /** Is told that what was edited as YAML, there or elsewhere, is in the cluster. */
    public void edited(EditObject edit) {
        yaml.edited(edit);
    }

    /** Looks at an object. */
    public void inspect(ObjectRef object) {
        if (!object.equals(target.get())) {
            awaited = "";
            fresh = true;
            target.set(object);
            desk.lookAt("inspector", InspectorWorker.nodes(desk.snapshots().get(), object));
            forget();
            yaml.clear();
            read();
        }
    }

    private void forget() {
        events.clear();
        mig.clear();
        why.clear();
        devices.clear();
        containers.clear();
    }

    /** Looks at nothing any more; what was read is forgotten, and what is being read is not waited for. */
    public void leave() {
        target.set(ObjectRef.node(""));
        desk.lookAt("inspector", Set.of());
        forget();
        head.clear();
        overview.clear();
        List.of(pods, labels).forEach(page -> page.getChildren().clear());
        logs.clear();
        yaml.leave();
    }

    /** Turns to a page: Overview, MIG, Metrics, Health, Pods, Labels, Events, Containers, Logs or YAML. One that there is not yet is waited for. */
    public void turnTo(String page) {
        var found = tabs.getTabs().stream().filter(tab -> tab.getText().startsWith(page)).findFirst();
        found.ifPresent(tabs.getSelectionModel()::select);
        // Of an object that is not drawn yet another page may come first.
        awaited = found.isPresent() && !fresh ? "" : page;
    }

    /** Reads what has to be read for this object alone, if its page is in sight. */
    private void read() {
        var object = target.get();
        if (object.name().isEmpty()) {
            return;
        }
        var chosen = tabs.getSelectionModel().getSelectedItem();
        if (logsTab.equals(chosen) && object.kind().equals("Pod")) {
            logs.look(object);
        } else {
            logs.rest();
        }
        yaml.look(object, yamlTab.equals(chosen));
        events.look(object, eventsTab.equals(chosen));
        containers.look(object, containersTab.equals(chosen) && object.kind().equals("Pod"));
        overview.look(object, overviewTab.equals(chosen));
        why.look(object, whyTab.equals(chosen));
        if (migTab.equals(chosen)) {
            mig.read(object);
        } else if (healthTab.equals(chosen)) {
            devices.read(object);
        }
    }

    private List<TabPage> pages(InspectorState state) {
        boolean node = state.target().kind().equals("Node");
        boolean pod = state.target().kind().equals("Pod");
        // Of what makes pods those come first, if there are any.
        boolean made = !node && !pod && !state.pods().seen().isEmpty();
        return List.of(new TabPage(podsTab, made), new TabPage(whyTab, why.concerns(state)),
                new TabPage(overviewTab, true), new TabPage(containersTab, pod), new TabPage(logsTab, pod),
                new TabPage(migTab, !state.gpus().layouts().isEmpty()), new TabPage(metricsTab, node || pod),
                new TabPage(healthTab, node || pod), new TabPage(podsTab, node), new TabPage(eventsTab, true),
                new TabPage(labelsTab, node || pod), new TabPage(yamlTab, true));
    }

    private void show(VBox page, Problem problem) {
        var again = new Button("Try again");
        again.setOnAction(event -> read());
        page.getChildren().setAll(InspectorSections.trouble(problem, again));
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<InspectorQuery> query() {
        return query;
    }

    @Override
    public InspectorState project(GpuFleet fleet, InspectorQuery question) {
        return projection.state(fleet, question).with(looking.of(fleet, question));
    }

    @Override
    public void excuse(Problem why) {
        pods.getChildren().clear();
        labels.getChildren().clear();
        overview.node().getChildren().setAll(InspectorSections.trouble(why));
    }

    @Override
    public void show(InspectorState state) {
        if (!state.target().equals(target.get())) {
            return;
        }
        head.show(state);
        overview.show(state, index -> {
            mig.unfold(index);
            tabs.getSelectionModel().select(migTab);
        });
        podsTab.setText("Pods " + InspectorSections.count(state.pods()));
        pods.getChildren()
                .setAll(InspectorSections.section("", InspectorSections.holders(state.pods(), open, allPods)));
        labels.getChildren().setAll(InspectorSections.section("", InspectorSections.facts(state.labels())));
        mig.show(state.gpus());
        devices.show(state.looked(), now.getValue());
        shown = Optional.of(state);
        offer();
        fresh = false;
        if (!awaited.isEmpty()) {
            turnTo(awaited);
            awaited = "";
        }
    }

    private void offer() {
        shown.filter(state -> state.target().equals(target.get()))
                .ifPresent(state -> InspectorTabs.offer(tabs, pages(state), fresh && overviewTab.isSelected()));
    }
}
