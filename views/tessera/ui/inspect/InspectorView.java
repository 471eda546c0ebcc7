package tessera.ui.inspect;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.model.EventFacts;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.Screen;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Icons;

/** All there is to know of one node or pod, at the right of the window. */
public final class InspectorView implements Screen<InspectorQuery, InspectorState> {

    private final InspectorProjection projection;
    private final Desk desk;
    private final ObservableValue<Instant> now;
    private final ObjectProperty<ObjectRef> target = new SimpleObjectProperty<>(ObjectRef.node(""));
    private final ObservableValue<InspectorQuery> query;
    private final Consumer<ObjectRef> open;
    private final HBox title = new HBox(8);
    private final VBox overview = new VBox();
    private final VBox pods = new VBox();
    private final VBox labels = new VBox();
    private final VBox events = new VBox();
    private final BooleanProperty allPods = new SimpleBooleanProperty();
    private final YamlPane yaml = new YamlPane();
    private final BorderPane yamlPage = new BorderPane();
    private final Tab overviewTab = tab("Overview", scrolling(overview));
    private final MigPage mig;
    private final Tab migTab;
    private final Tab podsTab = tab("Pods", scrolling(pods));
    private final Tab labelsTab = tab("Labels", scrolling(labels));
    private final Tab eventsTab = tab("Events", scrolling(events));
    private final Tab yamlTab = tab("YAML", yamlPage);
    private final TabPane tabs = new TabPane(overviewTab, podsTab, labelsTab, eventsTab, yamlTab);
    private final BorderPane root = new BorderPane(tabs);
    private String awaited = "";
    private final Lookup<List<EventFacts>> eventLookup = new Lookup<>(this::showEvents,
            problem -> show(events, problem));
    private final Lookup<String> yamlLookup = new Lookup<>(this::showYaml, this::showYamlProblem);

    /**
     * An inspector that looks at nothing yet.
     *
     * @param open  called with another object that is to be looked at
     * @param close called when the inspector is no longer wanted
     * @param now   the time, in steps as coarse as ages are shown
     */
    public InspectorView(Accelerators accelerators, Desk desk, Consumer<ObjectRef> open, Runnable close,
            ObservableValue<Instant> now) {
        this.projection = new InspectorProjection(accelerators);
        this.desk = desk;
        this.open = open;
        this.now = now;
        this.mig = new MigPage(open);
        this.migTab = tab("MIG", scrolling(mig.node()));
        root.setId("inspector");
        root.getStyleClass().add("inspector");
        title.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(title, Priority.ALWAYS);
        var head = new HBox(8, title, closing(close));
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("inspector-head");
        root.setTop(head);
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
        tabs.getSelectionModel().selectedItemProperty().addListener((selected, before, chosen) -> read());
        query = Bindings.createObjectBinding(() -> new InspectorQuery(target.get(), now.getValue()), target, now);
    }

    private static Button closing(Runnable close) {
        var button = new Button("", Icons.CLOSE.node());
        button.setId("inspector-close");
        button.getStyleClass().addAll("flat", "button-icon");
        button.setAccessibleText("Close the inspector");
        button.setOnAction(event -> close.run());
        return button;
    }

    private static Tab tab(String name, Node content) {
        var tab = new Tab(name, content);
        tab.setId("inspector-" + name.toLowerCase(Locale.ROOT));
        return tab;
    }

    private static ScrollPane scrolling(VBox content) {
        var pane = new ScrollPane(content);
        pane.setFitToWidth(true);
        pane.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        return pane;
    }

    /** Looks at an object. */
    public void inspect(ObjectRef object) {
        if (!object.equals(target.get())) {
            target.set(object);
            eventLookup.cancel();
            yamlLookup.cancel();
            events.getChildren().clear();
            mig.clear();
            yaml.show("");
            read();
        }
    }

    /** Looks at nothing any more; what was read is forgotten, and what is being read is not waited for. */
    public void leave() {
        target.set(ObjectRef.node(""));
        eventLookup.cancel();
        yamlLookup.cancel();
        for (var page : List.of(title, overview, pods, labels, events)) {
            page.getChildren().clear();
        }
        mig.clear();
        yaml.show("");
        yamlPage.setTop(null);
        yamlPage.setCenter(null);
    }

    /** Turns to a page: Overview, MIG, Pods, Labels, Events or YAML. One that there is not yet is waited for. */
    public void turnTo(String page) {
        var found = tabs.getTabs().stream().filter(tab -> tab.getText().startsWith(page)).findFirst();
        found.ifPresent(tabs.getSelectionModel()::select);
        awaited = found.isPresent() ? "" : page;
    }

    /** Reads what has to be read for this object alone, if its page is in sight. */
    private void read() {
        var object = target.get();
        if (object.name().isEmpty()) {
            return;
        }
        var chosen = tabs.getSelectionModel().getSelectedItem();
        if (eventsTab.equals(chosen)) {
            events.getChildren().setAll(Sections.section("", Sections.label("Reading…", "muted")));
            eventLookup.ask(() -> desk.events(object));
        } else if (yamlTab.equals(chosen)) {
            yamlPage.setCenter(Sections.section("", Sections.label("Reading…", "muted")));
            yamlLookup.ask(() -> desk.yaml(object));
        }
    }

    private void showEvents(List<EventFacts> found) {
        var snapshot = desk.snapshots().get();
        events.getChildren().setAll(Sections.section("",
                Sections.events(found, event -> Ages.since(event.last(), snapshot, now.getValue()))));
    }

    private void showYaml(String text) {
        yaml.show(text);
        var copy = new Button("Copy", Icons.COPY.node());
        copy.setId("inspector-yaml-copy");
        copy.setOnAction(event -> {
            var content = new ClipboardContent();
            content.putString(text);
            Clipboard.getSystemClipboard().setContent(content);
        });
        var again = new Button("Read again");
        again.setOnAction(event -> read());
        var tools = new HBox(8, copy, again);
        tools.getStyleClass().add("table-tools");
        yamlPage.setTop(tools);
        yamlPage.setCenter(yaml.node());
    }

    private void showYamlProblem(Problem problem) {
        var box = new VBox();
        show(box, problem);
        yamlPage.setTop(null);
        yamlPage.setCenter(box);
    }

    private void show(VBox page, Problem problem) {
        var again = new Button("Try again");
        again.setOnAction(event -> read());
        page.getChildren().setAll(Sections.section(problem.headline(), Sections.wrapped(problem.detail(), "mono"),
                Sections.wrapped(problem.remedy(), "muted"), again));
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
    public InspectorState project(Fleet fleet, InspectorQuery question) {
        return projection.state(fleet, question);
    }

    @Override
    public void excuse(Problem why) {
        pods.getChildren().clear();
        labels.getChildren().clear();
        overview.getChildren().setAll(Sections.section(why.headline(), Sections.wrapped(why.detail(), "mono"),
                Sections.wrapped(why.remedy(), "muted")));
    }

    @Override
    public void show(InspectorState state) {
        var name = Sections.label(state.target().name(), "inspector-title");
        name.setMinWidth(0);
        var subtitle = Sections.label(state.subtitle(), "small", "muted");
        title.getChildren().setAll(state.sign().node(), name, subtitle, new Region());
        showOverview(state);
        boolean node = state.target().kind().equals("Node");
        podsTab.setText("Pods " + Sections.count(state.pods()));
        pods.getChildren().setAll(Sections.section("", Sections.holders(state.pods(), open, allPods)));
        labels.getChildren().setAll(Sections.section("", Sections.facts(state.labels())));
        mig.show(state.gpus());
        offer(migTab, 1, !state.gpus().layouts().isEmpty());
        offer(podsTab, tabs.getTabs().contains(migTab) ? 2 : 1, node);
        if (!awaited.isEmpty()) {
            turnTo(awaited);
            awaited = "";
        }
    }

    private void showOverview(InspectorState state) {
        overview.getChildren().clear();
        if (!state.verdict().isEmpty()) {
            overview.getChildren().add(Sections.section("", Sections.wrapped(state.verdict(), "verdict")));
        }
        if (!state.facts().isEmpty()) {
            overview.getChildren().add(Sections.section("", Sections.facts(state.facts())));
        }
        if (!state.gpus().devices().isEmpty()) {
            overview.getChildren().add(GpuTable.of(state.gpus(), index -> {
                mig.unfold(index);
                tabs.getSelectionModel().select(migTab);
            }));
        }
        if (!state.uses().isEmpty()) {
            overview.getChildren().add(Sections.section("Held of what is allocatable", Sections.uses(state.uses())));
        }
        if (!state.conditions().isEmpty()) {
            overview.getChildren().add(Sections.section("Conditions", Sections.conditions(state.conditions())));
        }
        if (!state.words().isEmpty()) {
            overview.getChildren().add(Sections.section("In the cluster’s own words",
                    Sections.wrapped(state.words(), "mono", "words")));
        }
    }

    private void offer(Tab tab, int at, boolean wanted) {
        if (wanted && !tabs.getTabs().contains(tab)) {
            tabs.getTabs().add(at, tab);
        } else if (!wanted) {
            tabs.getTabs().remove(tab);
        }
    }
}
