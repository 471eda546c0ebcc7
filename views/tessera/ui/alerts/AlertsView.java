package tessera.ui.alerts;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.ComposedScreen;
import tessera.ui.alerts.AlertListRenderer.AlertActions;
import tessera.ui.alerts.AlertsScreenInput.AlertOrigin;
import tessera.ui.alerts.AlertsScreenInput.AlertSection;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.FilterField;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.ObservedLineCell;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.StableTableRows;
import tessera.ui.kit.TextLabelFactory;

/** The alerts screen: firing alerts, most urgent first, then pending and resolved ones. */
public final class AlertsView extends ComposedScreen<AlertsScreenInput, AlertsScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertsView.class);
    private static final double EMPTY = 640;
    private static final double ROOM_FOR_ALL = 760;

    private final FilterField filter = new FilterField("alerts-filter", MESSAGES.text("filter.prompt"));
    private final SegmentedChoiceControl<AlertSection> sections = new SegmentedChoiceControl<>("alerts",
            List.of(AlertSection.values()), AlertsView::sectionTitle);
    private final ObjectProperty<Set<String>> opened = new SimpleObjectProperty<>(Set.of());
    private final StableTableRows<AlertListLine> rows = new StableTableRows<>(AlertListLine::key);
    private final ListView<ObservableValue<AlertListLine>> list = new ListView<>(rows.slots());
    private final Label coverage = TextLabelFactory.label("", "small", "muted", "alerts-coverage");
    private final Label emptyTitle = TextLabelFactory.label("", "placeholder-title");
    private final Label emptyText = TextLabelFactory.label("", "placeholder-text");
    private final SegmentedChoiceControl<AlertOrigin> sources = new SegmentedChoiceControl<>("alerts-source",
            List.of(AlertOrigin.values()), AlertsView::originTitle);
    private final JavaFxAlertFeed feed;
    private final Consumer<String> openNode;
    private final NoDataPlaceholder root;

    /**
     * The callbacks of the list to the window.
     *
     * @param openNode called with a node that an alert is about
     * @param retry    tries again to reach the cluster
     */
    public record AlertNavigationCallbacks(Consumer<String> openNode, Runnable retry) {}

    /**
     * An empty list.
     *
     * @param foreign what the Prometheus of the cluster finds
     * @param trends  of the devices that alerts are about
     * @param now     the time, in steps as coarse as ages are shown
     */
    public AlertsView(JavaFxAlertFeed feed, PrometheusAlertFeed foreign, AlertNavigationCallbacks callbacks,
            DeviceTrendSource trends, ObservableValue<Instant> now) {
        this.feed = feed;
        var stateBuilder = new AlertsScreenStateBuilder(feed.alertFeed()::rules);
        openNode = callbacks.openNode();
        composeView(trends);
        filter.leaveTo(list);
        var content = new BorderPane(list);
        content.setTop(createTools(content.widthProperty()));
        content.setBottom(coverage);
        root = new NoDataPlaceholder(content, callbacks.retry()).withShape(LoadingSkeleton.SkeletonShape.LINES);
        root.sceneProperty().addListener((property, before, scene) -> foreign.setWatched(scene != null));
        foreign.alertsProperty().subscribe(
                latestPrometheusAlertSet -> showOrigins(latestPrometheusAlertSet.prometheusName().isPresent()));
        setNode(root, root::showProblem);
        setQuery(Bindings.createObjectBinding(
                () -> new AlertsScreenInput(filter.textProperty().get(), sections.chosenProperty().get(), opened.get(),
                        feed.firingAlertsProperty().get(), now.getValue(), foreign.alertsProperty().get(),
                        sources.chosenProperty().get()),
                filter.textProperty(), sections.chosenProperty(), opened, feed.firingAlertsProperty(), now,
                foreign.alertsProperty(), sources.chosenProperty()), stateBuilder::computePage);
    }

    /** Returns the filter and section controls, in one line or in two where the width is too small. */
    private Node createTools(ObservableValue<Number> width) {
        var line = new HBox(12, filter.node(), sources.node());
        sources.node().setMinWidth(Region.USE_PREF_SIZE);
        sections.node().setMinWidth(Region.USE_PREF_SIZE);
        line.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(filter.node(), Priority.ALWAYS);
        var tools = LayoutBoxFactory.withStyle(new VBox(8, line), "table-tools");
        width.subscribe(now -> {
            var place = now.doubleValue() > 0 && now.doubleValue() < ROOM_FOR_ALL ? tools : line;
            if (!place.equals(sections.node().getParent())) {
                line.getChildren().remove(sections.node());
                tools.getChildren().remove(sections.node());
                place.getChildren().add(sections.node());
            }
        });
        return tools;
    }

    private void composeView(DeviceTrendSource trends) {
        emptyText.setWrapText(true);
        var empty = LayoutBoxFactory.withStyle(new VBox(emptyTitle, emptyText), "placeholder");
        empty.setId("alerts-empty");
        empty.setMaxWidth(EMPTY);
        list.setId("alerts-list");
        list.getStyleClass().addAll("pods-list", "alerts-list");
        list.setPlaceholder(empty);
        list.setCellFactory(view -> new AlertListCell(
                new AlertListRenderer(this::toggleLine, openNode, new AlertActions(feed), trends)));
        // What is told in full is as high as its width makes it.
        list.widthProperty().addListener(width -> list.refresh());
        list.setOnKeyPressed(event -> {
            var slot = list.getSelectionModel().getSelectedItem();
            if (event.getCode() == KeyCode.ENTER && slot != null) {
                toggleLine(slot.getValue());
                event.consume();
            }
        });
        coverage.setId("alerts-coverage");
        coverage.setMaxWidth(Double.MAX_VALUE);
    }

    private static String sectionTitle(AlertSection section) {
        return switch (section) {
            case ALL -> MESSAGES.text("filter.all");
            case FIRING -> MESSAGES.text("filter.firing");
            case PENDING -> MESSAGES.text("filter.pending");
            case RESOLVED -> MESSAGES.text("filter.resolved");
        };
    }

    private static String originTitle(AlertOrigin source) {
        return switch (source) {
            case ALL -> MESSAGES.text("filter.all");
            case HERE -> MESSAGES.text("filter.tessera");
            case PROMETHEUS -> MESSAGES.text("prometheus.name");
        };
    }

    /** Shows the choice of origins only where there are several. */
    private void showOrigins(boolean several) {
        JavaFxNodeVisibility.setShown(sources.node(), several);
        if (!several) {
            sources.choose(AlertOrigin.ALL);
        }
    }

    private void toggleLine(AlertListLine line) {
        if (line instanceof AlertListLine.SingleAlertLine || line instanceof AlertListLine.AlertGroupLine) {
            var next = new HashSet<>(opened.get());
            if (!next.remove(line.key())) {
                next.add(line.key());
            }
            opened.set(next);
        }
    }

    public void focusFilter() {
        filter.focus();
    }

    @Override
    public void show(AlertsScreenState page) {
        sections.rename(AlertSection.FIRING,
                MESSAGES.text("filter.firingCount", GroupedNumberFormatter.count(page.counts().firing())));
        sections.rename(AlertSection.PENDING,
                MESSAGES.text("filter.pendingCount", GroupedNumberFormatter.count(page.counts().pending())));
        sections.rename(AlertSection.RESOLVED,
                MESSAGES.text("filter.resolvedCount", GroupedNumberFormatter.count(page.counts().resolved())));
        if (!root.showNoticeOrContent(page.notice())) {
            return;
        }
        emptyTitle.setText(page.empty().title());
        emptyText.setText(page.empty().text());
        coverage.setText(page.lines().isEmpty() ? "" : page.coverage());
        JavaFxNodeVisibility.setShown(coverage, !page.lines().isEmpty());
        rows.show(page.lines(), list.getSelectionModel());
        filter.show(page.filterSummary().count(), page.filterSummary().problem());
    }

    /** A cell of the alerts list; follows its line while it changes. */
    private static final class AlertListCell extends ObservedLineCell<AlertListLine> {

        private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
        private static final PseudoClass DETAIL = PseudoClass.getPseudoClass("detail");
        /** So much of the list's width may be taken by its scroll bar. */
        private static final double SCROLL_BAR = 16;

        private final AlertListRenderer cell;

        AlertListCell(AlertListRenderer cell) {
            this.cell = cell;
            addEventHandler(MouseEvent.MOUSE_CLICKED, event -> {
                var slot = getItem();
                if (slot != null) {
                    cell.toggleLine(slot.getValue());
                }
            });
        }

        @Override
        protected void showLine(AlertListLine line) {
            setGraphic(cell.renderLine(line));
            pseudoClassStateChanged(HEADING, line instanceof AlertListLine.AlertListHeading);
            pseudoClassStateChanged(DETAIL, line instanceof AlertListLine.AlertDetailLine);
        }

        /** What is told in full is as high as it becomes in the width of the list. */
        @Override
        protected double computePrefHeight(double width) {
            if (getItem() != null && getItem().getValue() instanceof AlertListLine.AlertDetailLine
                    && getGraphic() instanceof Region region && getListView() != null) {
                return region.prefHeight(getListView().getWidth() - SCROLL_BAR);
            }
            return super.computePrefHeight(width);
        }
    }
}
