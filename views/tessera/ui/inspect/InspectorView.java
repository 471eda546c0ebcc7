package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.XidCatalog;
import tessera.alerts.health.ObjectHealthEvidenceCollector;
import tessera.diagnosis.FleetProblem;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.intent.EditObjectIntent;
import tessera.text.MessageCatalog;
import tessera.ui.AppServices;
import tessera.ui.ComposedScreen;
import tessera.ui.OpenClusterSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.change.ClusterChangeDialog;
import tessera.ui.change.NodeChangeActions;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.fleet.FleetAlertsAndRules;
import tessera.ui.inspect.InspectorYamlPage.YamlProblemRenderer;
import tessera.ui.inspect.PendingPodRemedyPane.PrimaryRemedy;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.logs.LogsPane;

/** The inspector at the right of the window: one node, one pod, or a workload without pods. */
public final class InspectorView extends ComposedScreen<InspectorInput, InspectorState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorView.class);

    private final InspectorStateBuilder stateBuilder;
    private final AppServices services;
    private final ObservableValue<Instant> now;
    private final ObjectProperty<ObjectRef> target = new SimpleObjectProperty<>(ObjectRef.node(""));
    private final Consumer<ObjectRef> open;
    private final InspectorHead head;
    private final InspectorOverviewPage overview;
    private final VBox pods = new VBox();
    private final VBox labels = new VBox();
    private final InspectorEventsPage events;
    private final BooleanProperty allPods = new SimpleBooleanProperty();
    private final InspectorYamlPage yaml;
    private final LogsPane logs;
    private final InspectorPodSpecPage containers;
    private final DeviceInspectorPages devices;
    private final InspectorMetricsAndHealthBuilder computation;
    private final Tab overviewTab;
    private final InspectorMigLayoutPage mig;
    private final Tab migTab;
    private final PendingOrUnstartedPodPage why;
    private final Tab whyTab;
    private final Map<Tab, VBox> verdictSpaces = new HashMap<>();
    private final Tab podsTab = createHeadedTab(InspectorPageName.PODS, pods);
    private final Tab labelsTab = InspectorTabPaneUpdater.createScrollingTab(InspectorPageName.LABELS, labels);
    private final Tab eventsTab;
    private final Tab metricsTab;
    private final Tab healthTab;
    private final Tab yamlTab;
    private final Tab logsTab;
    private final Tab containersTab;
    private final TabPane tabs;
    private final BorderPane root;
    private final InspectorVerdictPane verdict = new InspectorVerdictPane("inspector-verdict");
    private final InspectorOpeningPages openingPages = new InspectorOpeningPages();
    private Function<FleetProblem, Optional<OfferedChange>> remedies = problem -> Optional.empty();
    private Optional<InspectorState> displayedState = Optional.empty();
    private Optional<InspectorPageName> pendingPage = Optional.empty();
    private boolean newTarget;
    private boolean turning;
    private boolean drawn;

    /**
     * An inspector that looks at nothing yet.
     *
     * @param open  called with another object that is to be looked at
     * @param close called when the inspector is no longer wanted
     * @param clockAndTimeZone the time, in steps as coarse as ages are shown, and where it is read
     */
    public InspectorView(AcceleratorCatalog accelerators, AppServices services, Consumer<ObjectRef> open,
            Runnable close, ClockAndTimeZone clockAndTimeZone) {
        this.stateBuilder = new InspectorStateBuilder(accelerators,
                new FleetAlertsAndRules(services::alertRules, services.alertsState()::get));
        this.services = services;
        this.open = open;
        this.now = clockAndTimeZone.now();
        this.computation = new InspectorMetricsAndHealthBuilder(services::recentHistory, services.alertsState()::get,
                () -> new ObjectHealthEvidenceCollector(services.alertRules(), XidCatalog.standardCatalog()));
        this.overview = new InspectorOverviewPage(services, now, open);
        this.overviewTab = createHeadedTab(InspectorPageName.OVERVIEW, overview.node());
        this.events = new InspectorEventsPage(services, now, this::showProblem);
        this.eventsTab = InspectorTabPaneUpdater.createScrollingTab(InspectorPageName.EVENTS, events.node());
        this.devices = new DeviceInspectorPages(services, clockAndTimeZone.zone());
        this.yaml = new InspectorYamlPage(services, clockAndTimeZone, this::readPage, this::showProblem);
        this.logs = new LogsPane(services, clockAndTimeZone.now()::getValue, clockAndTimeZone.zone());
        this.logsTab = InspectorTabPaneUpdater.createTab(InspectorPageName.LOGS, logs.node());
        this.containers = new InspectorPodSpecPage(services, now);
        this.containersTab = InspectorTabPaneUpdater.createTab(InspectorPageName.CONTAINERS,
                ScrollPaneFactory.verticalPane(containers.node()));
        this.mig = new InspectorMigLayoutPage(open, services, now);
        this.migTab = InspectorTabPaneUpdater.createScrollingTab(InspectorPageName.MIG, mig.node());
        this.why = new PendingOrUnstartedPodPage(services, open, this::showProblem, this::showDiagnosis);
        this.whyTab = createHeadedTab(InspectorPageName.WHY, why.node());
        this.metricsTab = InspectorTabPaneUpdater.createScrollingTab(InspectorPageName.METRICS, devices.metricsPage());
        this.healthTab = createHeadedTab(InspectorPageName.HEALTH, devices.healthPage());
        this.yamlTab = InspectorTabPaneUpdater.createTab(InspectorPageName.YAML, yaml.node());
        this.tabs = new TabPane(overviewTab, metricsTab, healthTab, podsTab, eventsTab, labelsTab, yamlTab);
        this.root = new BorderPane(tabs);
        root.setId("inspector");
        root.getStyleClass().add("inspector");
        head = new InspectorHead(root, open, close);
        root.setTop(head.node());
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
        placeVerdict(overviewTab);
        tabs.getSelectionModel().selectedItemProperty().addListener((selected, before, chosen) -> onPageChosen());
        setNode(root, this::showOverviewProblem);
        setQuery(createQuery(), this::projectPage);
    }

    /** Returns a tab that begins with the verdict. */
    private Tab createHeadedTab(InspectorPageName name, Node page) {
        var space = new VBox();
        var tab = InspectorTabPaneUpdater.createScrollingTab(name, new VBox(space, page));
        verdictSpaces.put(tab, space);
        return tab;
    }

    private void placeVerdict(Tab chosen) {
        verdictSpaces.getOrDefault(chosen, new VBox()).getChildren().setAll(verdict.node());
    }

    private ObservableValue<InspectorInput> createQuery() {
        var page = tabs.getSelectionModel().selectedItemProperty();
        return Bindings.createObjectBinding(
                () -> new InspectorInput(target.get(), now.getValue(), (InspectorPageName) page.get().getUserData(),
                        devices.chosenDeviceProperty().get(), devices.recentEventsProperty().get(),
                        mig.placementsProperty().getValue()),
                target, now, page, devices.chosenDeviceProperty(), devices.recentEventsProperty(),
                mig.placementsProperty());
    }

    /** Adds a control beside the title. */
    public void addTool(Node toolbar) {
        head.addTool(toolbar);
    }

    /** Adds a control above the MIG layouts. */
    public void addLayoutTool(Region tools) {
        mig.addTool(tools);
    }

    /** Sets the changes that can be begun here, including those from edited YAML. */
    public void setChanges(NodeChangeActions changes, ClusterChangeDialog changeDialog) {
        why.setRemedies(changes.remedies()::offers);
        remedies = changes.remediations()::offer;
        yaml.setEdits(new EditedYamlChangeStarter(changeDialog::open, changes::editBlocker));
        changes.addCourseSource(overview::courseOf);
        changes.rights().observe(() -> {
            why.refreshOffers();
            showVerdict();
        });
    }

    /** Reads the page in sight again at once, because something may have changed. */
    public void readAgain() {
        readPage();
    }

    /** Reports that edited YAML was applied to the cluster, here or elsewhere. */
    public void onEdited(EditObjectIntent edit) {
        yaml.onEdited(edit);
    }

    /** Shows an object, or a single device of a node. */
    public void inspect(ObjectRef object, Optional<DeviceSeriesKey> part) {
        if (!object.equals(target.get())) {
            pendingPage = Optional.empty();
            newTarget = true;
            target.set(object);
            services.readExportersDirectly("inspector",
                    InspectorMetricsAndHealthBuilder.nodesOf(services.snapshots().get(), object));
            clearPages();
            verdict.clear();
            yaml.clear();
            readPage();
        }
        lookAt(part);
    }

    /** Chooses a single device of the node; empty for all. */
    public void lookAt(Optional<DeviceSeriesKey> part) {
        if (!part.equals(devices.chosenDeviceProperty().get())) {
            newTarget = true;
            devices.chosenDeviceProperty().set(part);
        }
    }

    private void clearPages() {
        events.clear();
        mig.clear();
        why.clear();
        devices.clear();
        containers.clear();
    }

    /** Shows nothing; forgets what was read and cancels pending reads. */
    public void leave() {
        target.set(ObjectRef.node(""));
        services.readExportersDirectly("inspector", Set.of());
        clearPages();
        head.clear();
        overview.clear();
        verdict.clear();
        List.of(pods, labels).forEach(page -> page.getChildren().clear());
        logs.clear();
        yaml.leave();
    }

    /** Selects a page. One that there is not yet is waited for. */
    public void turnTo(InspectorPageName page) {
        var found = tabs.getTabs().stream().filter(tab -> page.equals(tab.getUserData())).findFirst();
        found.ifPresent(this::select);
        // Of an object that is not drawn yet another page may come first.
        pendingPage = found.isPresent() && !newTarget ? Optional.empty() : Optional.of(page);
    }

    /** Selects a page that a user asks for, now and for other objects of its kind. */
    public void choosePage(InspectorPageName page) {
        currentState().ifPresent(state -> openingPages.remember(state.subject(), page));
        turnTo(page);
    }

    /** Selects a page that nobody clicked on. */
    private void select(Tab tab) {
        boolean nested = turning;
        turning = true;
        tabs.getSelectionModel().select(tab);
        turning = nested;
    }

    private void onPageChosen() {
        var chosen = tabs.getSelectionModel().getSelectedItem();
        if (!turning) {
            currentState().ifPresent(
                    state -> openingPages.remember(state.subject(), (InspectorPageName) chosen.getUserData()));
        }
        placeVerdict(chosen);
        readPage();
        drawPage();
    }

    /** Reads the data of the page in sight. */
    private void readPage() {
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
            mig.readPlacements(object);
        } else if (healthTab.equals(chosen)) {
            devices.readEvents(object);
        }
    }

    private List<InspectorTabPaneUpdater.ConditionalInspectorTab> availablePages(InspectorState state) {
        boolean node = state.target().kind().equals("Node");
        boolean pod = state.target().kind().equals("Pod");
        // Of what makes pods those come first, if there are any.
        boolean made = !node && !pod && !state.pods().visible().isEmpty();
        boolean whole = state.subject().device().isEmpty();
        return List.of(new InspectorTabPaneUpdater.ConditionalInspectorTab(podsTab, made),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(whyTab, why.isNeeded(state)),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(overviewTab, true),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(containersTab, pod),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(logsTab, pod),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(migTab, !state.gpus().layouts().isEmpty()),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(metricsTab, node || pod),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(healthTab, node || pod),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(podsTab, node),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(eventsTab, whole),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(labelsTab, whole && (node || pod)),
                new InspectorTabPaneUpdater.ConditionalInspectorTab(yamlTab, whole));
    }

    private void showProblem(VBox page, Problem problem) {
        var again = InputControlFactory.button(MESSAGES.text("retry"), this::readPage);
        page.getChildren().setAll(InspectorPageElementFactory.problemSection(problem, again));
    }

    private InspectorState projectPage(GpuFleet fleet, InspectorInput question) {
        return stateBuilder.project(fleet, question).withPage(computation.compute(fleet, question));
    }

    private void showOverviewProblem(Problem problem) {
        pods.getChildren().clear();
        labels.getChildren().clear();
        verdict.clear();
        overview.node().getChildren().setAll(InspectorPageElementFactory.problemSection(problem));
    }

    @Override
    public void show(InspectorState state) {
        if (!state.target().equals(target.get())
                || !state.subject().chosenDevice().equals(devices.chosenDeviceProperty().get())) {
            return;
        }
        head.show(state);
        podsTab.setText(MESSAGES.text("tab.podsCount", InspectorPageElementFactory.countText(state.pods())));
        devices.show(state.page(), now.getValue());
        displayedState = Optional.of(state);
        drawn = false;
        showVerdict();
        offerPages();
        newTarget = false;
        pendingPage.ifPresent(this::turnTo);
        pendingPage = Optional.empty();
        why.lookAhead(state);
        if (!drawn) {
            drawPage();
        }
    }

    private void showDiagnosis() {
        showVerdict();
        offerPages();
        currentState().ifPresent(why::lookAhead);
    }

    private Optional<InspectorState> currentState() {
        return displayedState.filter(state -> state.target().equals(target.get()));
    }

    private void showVerdict() {
        currentState().ifPresent(this::showVerdict);
    }

    /** Shows the verdict on a state; where a diagnosis has been read, with its sentence and remedies. */
    private void showVerdict(InspectorState state) {
        var diagnosis = why.isNeeded(state) ? why.diagnosisText() : Optional.<String>empty();
        if (diagnosis.isEmpty()) {
            verdict.show(state.verdict(),
                    state.verdict().problems().stream().flatMap(problem -> remedies.apply(problem).stream()).toList());
        } else {
            var remedy = why.primaryRemedy();
            verdict.show(
                    state.verdict().diagnosed(diagnosis.get(),
                            remedy.map(PrimaryRemedy::text).orElse(why.commonReasonText())),
                    remedy.map(PrimaryRemedy::offers).orElse(List.of()));
        }
    }

    /** Draws the page in sight; what all pages of a node with many instances have in them would take too long at once. */
    private void drawPage() {
        drawn = true;
        currentState().ifPresent(this::showPages);
    }

    private void showPages(InspectorState state) {
        var chosen = tabs.getSelectionModel().getSelectedItem();
        if (overviewTab.equals(chosen)) {
            overview.show(state, index -> {
                mig.unfold(index, state.gpus());
                select(migTab);
            });
        } else if (podsTab.equals(chosen)) {
            pods.getChildren().setAll(InspectorPageElementFactory.section("",
                    InspectorPageElementFactory.holdersBox(state.pods(), open, allPods)));
        } else if (labelsTab.equals(chosen)) {
            labels.getChildren().setAll(
                    InspectorPageElementFactory.section("", InspectorPageElementFactory.factsGrid(state.labels())));
        } else if (migTab.equals(chosen)) {
            mig.show(state.gpus());
        }
    }

    private void offerPages() {
        currentState().ifPresent(this::offerPages);
    }

    private void offerPages(InspectorState state) {
        turning = true;
        boolean lost = InspectorTabPaneUpdater.offer(tabs, availablePages(state));
        if (lost || newTarget) {
            var offered = tabs.getTabs().stream().map(tab -> (InspectorPageName) tab.getUserData()).toList();
            tabs.getSelectionModel().select(offered.indexOf(openingPages.pageFor(state, offered)));
        }
        turning = false;
    }

    /** The inspector's page with the events of an object. FX thread. */
    private static final class InspectorEventsPage {

        private static final Duration PACE = Duration.ofSeconds(5);

        private final OpenClusterSource services;
        private final ObservableValue<Instant> now;
        private final VBox page = new VBox();
        private final PollingQuery<List<EventSummary>> reading;
        private volatile ObjectRef target = ObjectRef.node("");

        /** @param problem prints why there is nothing to show */
        InspectorEventsPage(OpenClusterSource services, ObservableValue<Instant> now, YamlProblemRenderer problem) {
            this.services = services;
            this.now = now;
            reading = new PollingQuery<>(services, now, PACE,
                    new PollingQueryCallbacks<>(() -> services.clusterServices().eventsOf(target), this::showEvents,
                            why -> problem.showProblem(page, why), () -> {}));
        }

        VBox node() {
            return page;
        }

        /** Reads the events repeatedly while the page is in sight. */
        void look(ObjectRef object, boolean chosen) {
            if (chosen && (!object.equals(target) || page.getChildren().isEmpty())) {
                target = object;
                page.getChildren().setAll(InspectorPageElementFactory.section("",
                        TextLabelFactory.label(MESSAGES.text("reading"), "muted")));
            }
            reading.setWatched(chosen);
        }

        /** Cancels pending reads. */
        void clear() {
            reading.setWatched(false);
            page.getChildren().clear();
        }

        private void showEvents(List<EventSummary> found) {
            var clusterSnapshot = services.snapshots().get();
            page.getChildren().setAll(InspectorPageElementFactory.section("", InspectorPageElementFactory
                    .eventsBox(found, event -> AgeFormatter.ageOf(event.last(), clusterSnapshot, now.getValue()))));
        }
    }
}
