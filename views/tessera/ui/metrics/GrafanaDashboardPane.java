package tessera.ui.metrics;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javafx.animation.PauseTransition;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.grafana.GrafanaDashboard;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.DashboardVariable;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.PanelVisualizationType;
import tessera.metrics.prometheus.grafana.GrafanaVariableExpander;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ListPicker;
import tessera.ui.kit.ListPicker.PickerChoice;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryRequest;

/**
 * A Grafana dashboard as a page of charts, with a list of what could not be shown. Its queries are asked one after the other,
 * and anew whenever its time or its variables change. FX thread.
 */
final class GrafanaDashboardPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GrafanaDashboardPane.class);
    private static final int COLUMNS = 4;
    /** Of a chart; numbers need one. */
    private static final int CHART = 2;

    private final GrafanaDashboard dashboard;
    private final PrometheusClient client;
    private final ObservableValue<ChartTimeSpan> span;
    private final ObservableValue<Instant> now;
    private final List<GrafanaPanelCard> cards = new ArrayList<>();
    private final Map<String, GrafanaVariablePicker> pickers = new HashMap<>();
    private final Map<String, String> values = new HashMap<>();
    private final BackgroundQuery<Runnable> backgroundQuery = new BackgroundQuery<>(Runnable::run, this::showProblem);
    private final ChartTimeAxisModel axis = new ChartTimeAxisModel();
    /** A wheel turns and a mouse moves faster than a server is to be asked. */
    private final PauseTransition queryDelay = new PauseTransition(Duration.millis(150));
    private final BorderPane node = new BorderPane();
    private final Label hintLabel = TextLabelFactory.label(MESSAGES.text("zoom.hint"), "small", "muted");
    private Optional<HistoryQueryRequest> lastRequest = Optional.empty();

    /**
     * A page that begins to ask.
     *
     * @param close called when the user wants to see it no longer
     */
    GrafanaDashboardPane(GrafanaDashboard dashboard, PrometheusClient client, ZoneId zone, DashboardTimeRange times,
            Runnable close) {
        this.dashboard = dashboard;
        this.client = client;
        span = times.span();
        now = times.now();
        dashboard.variables().forEach(variable -> values.put(variable.name(), variable.initialValue()));
        var grid = new GridPane(16, 16);
        for (int column = 0; column < COLUMNS; column++) {
            var part = new ColumnConstraints();
            part.setPercentWidth(100.0 / COLUMNS);
            grid.getColumnConstraints().add(part);
        }
        dashboard.panels().forEach(panel -> cards.add(new GrafanaPanelCard(panel, zone, axis, this::queryAgain)));
        arrangeCards(grid);
        var page = LayoutBoxFactory.withStyle(new VBox(16, grid, leftOutList()), "dashboard");
        var scroll = ScrollPaneFactory.verticalPane(page);
        node.setTop(createHead(close));
        node.setCenter(scroll);
        axis.reachProperty().set(ChartTimeSpan.REMEMBERED);
        axis.zoomProperty().addListener((property, before, zoom) -> onZoom());
        queryDelay.setOnFinished(event -> queryPanels());
        span.addListener((property, before, selectedTimeSpan) -> axis.leaveZoom());
        span.addListener((property, before, selectedTimeSpan) -> queryPanels());
        now.addListener((property, before, moment) -> queryPanels());
        node.sceneProperty().addListener((property, before, scene) -> onVisibilityChange(scene != null));
    }

    /** The time span and the current time of a page. */
    record DashboardTimeRange(ObservableValue<ChartTimeSpan> span, ObservableValue<Instant> now) {}

    Region node() {
        return node;
    }

    /** Arranges the cards in order; charts and numbers never share a row, which would be as high as a chart. */
    private void arrangeCards(GridPane grid) {
        int row = 0;
        int column = 0;
        int before = 0;
        for (int number = 0; number < cards.size(); number++) {
            int wide = dashboard.panels().get(number).visualization() == PanelVisualizationType.CHART ? CHART : 1;
            if (column + wide > COLUMNS || (column > 0 && wide != before)) {
                row++;
                column = 0;
            }
            grid.add(cards.get(number).node(), column, row, wide, 1);
            column += wide;
            before = wide;
        }
    }

    private HBox createHead(Runnable close) {
        var title = TextLabelFactory.whole(dashboard.title(), "section-title");
        title.setId("dashboard-title");
        var choices = new FlowPane(8, 4);
        for (var variable : dashboard.variables()) {
            if (variable.values().size() != 1) {
                var picker = new GrafanaVariablePicker(variable, client, () -> Map.copyOf(values), this::setVariable);
                pickers.put(variable.name(), picker);
                choices.getChildren().add(picker.node());
            }
        }
        HBox.setHgrow(choices, Priority.ALWAYS);
        hintLabel.setMinWidth(Region.USE_PREF_SIZE);
        var leave = InputControlFactory.wholeButton("dashboard-close", MESSAGES.text("dashboard.close"), close);
        return LayoutBoxFactory.withStyle(LayoutBoxFactory.row(16, title, choices, hintLabel, leave), "dashboard-head");
    }

    private VBox leftOutList() {
        var list = new VBox(4);
        list.setId("dashboard-left-out");
        if (!dashboard.leftOut().isEmpty()) {
            var title = new Label(MESSAGES.text("dashboard.leftOut", dashboard.leftOut().size()));
            title.getStyleClass().add("section-title");
            list.getChildren().add(title);
        }
        for (var left : dashboard.leftOut()) {
            var line = TextLabelFactory.label(left.title() + ": " + left.reason().text(), "small", "muted");
            line.setWrapText(true);
            list.getChildren().add(line);
        }
        return list;
    }

    private void setVariable(String variable, String value) {
        values.put(variable, value);
        queryAgain();
    }

    private void onVisibilityChange(boolean seen) {
        if (seen) {
            queryAgain();
        } else {
            backgroundQuery.cancel();
        }
    }

    private void queryAgain() {
        lastRequest = Optional.empty();
        queryPanels();
    }

    /** Returns the time to show. */
    private ChartTimeFrame currentFrame() {
        return axis.zoomProperty().get()
                .orElseGet(() -> ChartTimeFrame.endingAt(now.getValue(), span.getValue().length()));
    }

    /** Shows the known data of another time at once, and queries the rest after a short pause. */
    private void onZoom() {
        boolean zoomed = axis.zoomProperty().get().isPresent();
        cards.forEach(card -> card.showFrame(currentFrame(), zoomed));
        hintLabel.setText(zoomed ? MESSAGES.text("zoom.end") : MESSAGES.text("zoom.hint"));
        queryDelay.playFromStart();
    }

    private void queryPanels() {
        var frame = currentFrame();
        var steps = MetricHistorySourceSelector.stepRange(frame);
        var wanted = Optional
                .of(new HistoryQueryRequest(List.of(), new ChartTimeFrame(steps.start(), steps.end()), steps.step()));
        if (node.getScene() == null || wanted.equals(lastRequest)) {
            return;
        }
        lastRequest = wanted;
        var known = Map.copyOf(values);
        backgroundQuery.submit(() -> {
            var resolved = resolveVariables(known);
            return () -> {
                values.putAll(resolved);
                for (var entry : pickers.entrySet()) {
                    var name = entry.getKey();
                    var picker = entry.getValue();
                    picker.show(values.getOrDefault(name, ""));
                }
                queryPanel(0, frame);
            };
        });
    }

    /** Sets variables without a value to their first option. Not on the FX thread. */
    private Map<String, String> resolveVariables(Map<String, String> known)
            throws ProblemException, InterruptedException {
        var resolved = new HashMap<>(known);
        for (var variable : dashboard.variables()) {
            if (resolved.getOrDefault(variable.name(), "").isEmpty() && !variable.query().label().isEmpty()) {
                resolved.put(variable.name(),
                        optionsOf(client, variable, resolved).stream().findFirst().orElse(variable.all()));
            }
        }
        return resolved;
    }

    /** Returns the options of a variable. Not on the FX thread. */
    static List<String> optionsOf(PrometheusClient client, DashboardVariable variable, Map<String, String> values)
            throws ProblemException, InterruptedException {
        var ask = variable.query();
        if (ask.label().isEmpty()) {
            return variable.values();
        }
        return client.labelValues(ask.label(), ask.selector().isEmpty() ? List.of()
                : List.of(GrafanaVariableExpander.expandSelector(ask.selector(), values))).data();
    }

    /** Queries one panel after the other. */
    private void queryPanel(int number, ChartTimeFrame frame) {
        if (number >= cards.size()) {
            return;
        }
        var known = Map.copyOf(values);
        boolean zoomed = axis.zoomProperty().get().isPresent();
        var panel = dashboard.panels().get(number);
        backgroundQuery.submit(() -> {
            Runnable shown;
            try {
                var answer = GrafanaPanelQueryResult.read(client, panel, known, frame, zoomed);
                shown = () -> cards.get(number).show(answer);
            } catch (ProblemException problemException) {
                shown = () -> cards.get(number).showProblem(problemException.problem());
            }
            var show = shown;
            return () -> {
                show.run();
                queryPanel(number + 1, frame);
            };
        });
    }

    private void showProblem(Problem problem) {
        cards.forEach(card -> card.showProblem(problem));
    }

    /** Picker for the value of a dashboard variable. FX thread. */
    private static final class GrafanaVariablePicker {

        private final DashboardVariable variable;
        private final ListPicker picker;
        private final BackgroundQuery<List<String>> backgroundQuery;

        /**
         * @param values of all variables, which may narrow what can be chosen
         * @param chosen called with the variable's name and what is put in its place
         */
        GrafanaVariablePicker(DashboardVariable variable, PrometheusClient client, Supplier<Map<String, String>> values,
                BiConsumer<String, String> chosen) {
            this.variable = variable;
            picker = new ListPicker("dashboard-" + variable.name(), () -> queryOptions(client, values.get()),
                    title -> chosen.accept(variable.name(),
                            title.equals(MESSAGES.text("dashboard.all")) && !variable.all().isEmpty() ? variable.all()
                                    : escape(title)));
            picker.node().setContentDisplay(ContentDisplay.RIGHT);
            backgroundQuery = new BackgroundQuery<>(this::offerOptions,
                    problem -> picker.offer(List.of(), problem.problemText()));
            show(variable.initialValue());
        }

        /** Escapes a value, because queries of multi-value variables compare with a regular expression. */
        private String escape(String value) {
            return variable.all().isEmpty() ? value : GrafanaVariableExpander.anyOf(List.of(value));
        }

        Button node() {
            return picker.node();
        }

        void show(String value) {
            var plain = value.startsWith("(") && value.endsWith(")") ? value.substring(1, value.length() - 1) : value;
            var text = !variable.all().isEmpty() && value.equals(variable.all()) ? MESSAGES.text("dashboard.all")
                    : plain.replace("\\\\", "").replace("|", ", ");
            picker.setLabel(FontIcon.EXPAND.node(), variable.label() + ": " + OptionalText.orElse(text, "…"));
        }

        private void queryOptions(PrometheusClient client, Map<String, String> values) {
            picker.offer(List.of(), "");
            backgroundQuery.submit(() -> GrafanaDashboardPane.optionsOf(client, variable, values));
        }

        private void offerOptions(List<String> options) {
            var choices = new ArrayList<PickerChoice>();
            if (!variable.all().isEmpty()) {
                choices.add(new PickerChoice(MESSAGES.text("dashboard.all"), "", ""));
            }
            options.forEach(option -> choices.add(new PickerChoice(option, "", "")));
            picker.offer(choices, options.isEmpty() ? MESSAGES.text("dashboard.noOptions") : "");
        }
    }
}
