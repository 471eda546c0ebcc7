package tessera.ui.forward;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import tessera.forward.PortForward;
import tessera.forward.PortForwardRegistry;
import tessera.forward.PortForwardRequest;
import tessera.forward.PortForwardState;
import tessera.forward.PortForwardState.ForwardStage;
import tessera.model.ObjectRef;
import tessera.model.PodDetails;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.WindowColumnAndThemeStore;
import tessera.ui.dock.DockTab;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.SystemBrowser;
import tessera.ui.kit.TextLabelFactory;

/** Forwarded ports, with the form for the next one. FX thread. */
public final class PortForwardPane implements DockTab {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PortForwardPane.class);

    private final OpenClusterSource services;
    private final Clock clock;
    private final BorderPane node = new BorderPane();
    private final Label subject = TextLabelFactory.shrinkable("", "strong");
    private final ComboBox<String> ports = new ComboBox<>();
    private final TextField local = InputControlFactory.textField("forward-local", MESSAGES.text("forward.anyPort"));
    private final Button start = new Button(MESSAGES.text("forward.start"));
    private final Label status = TextLabelFactory.shrinkable("", "terminal-status");
    private final DataTable<PortForwardRow> table;
    private final BackgroundQuery<List<String>> offered = new BackgroundQuery<>(this::offerPorts, problem -> {});
    private final BackgroundQuery<PortForwardState> starting = new BackgroundQuery<>(this::onStarted,
            this::showProblem);
    private final Timeline pulse = new Timeline(new KeyFrame(Duration.seconds(1), event -> refreshRows()));
    private Optional<ObjectRef> pod = Optional.empty();
    private Optional<PortForwardRegistry> forwards = Optional.empty();

    /** @param clock by which ages are told */
    public PortForwardPane(OpenClusterSource services, WindowColumnAndThemeStore layoutMemory, Clock clock) {
        this.services = services;
        this.clock = clock;
        table = new DataTable<>("forwards",
                PortForwardRow.columns(
                        new PortForwardRow.PortForwardActions(this::copyAddress, this::openBrowser, this::stopForward)),
                row -> row.state().number(), layoutMemory, row -> {});
        table.node().setPlaceholder(new Label(MESSAGES.text("forward.none")));
        pulse.setCycleCount(Timeline.INDEFINITE);
        node.getStyleClass().add("terminal");
        node.setTop(createTools());
        node.setCenter(table.node());
    }

    private HBox createTools() {
        subject.setId("forward-pod");
        ports.setId("forward-port");
        ports.setEditable(true);
        ports.setPromptText(MESSAGES.text("forward.podPort"));
        // The field of a box keeps the key to itself.
        ports.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER && !ports.isShowing()) {
                startForward();
                event.consume();
            }
        });
        local.setOnAction(event -> startForward());
        start.setId("forward-start");
        start.getStyleClass().add("accent");
        start.setMinWidth(Region.USE_PREF_SIZE);
        start.setOnAction(event -> startForward());
        status.setId("forward-status");
        status.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(status, Priority.ALWAYS);
        var tools = LayoutBoxFactory.row(8, subject, captionLabel(MESSAGES.text("forward.port")), ports,
                captionLabel(MESSAGES.text("forward.localPort")), local, start, status);
        tools.getStyleClass().add("terminal-tools");
        return tools;
    }

    private static Label captionLabel(String text) {
        return TextLabelFactory.whole(text, "small", "muted");
    }

    /** Asks which port of a pod to forward. */
    public void ask(ObjectRef of) {
        pod = Optional.of(of);
        subject.setText(of.name());
        ports.getItems().clear();
        ports.getEditor().clear();
        local.clear();
        setMessage("", false);
        offered.submit(() -> declaredPorts(services.clusterServices().podSpecOf(of)));
        begin();
        ports.requestFocus();
    }

    /** Shows the forwarded ports. */
    public void begin() {
        try {
            forwards = Optional.of(services.clusterServices().portForwards());
        } catch (ProblemException problemException) {
            showProblem(problemException.problem());
        }
        start.setDisable(pod.isEmpty());
        pulse.play();
        refreshRows();
    }

    private static List<String> declaredPorts(PodDetails spec) {
        return spec.containers().stream().flatMap(container -> container.ports().stream()).distinct().toList();
    }

    private void offerPorts(List<String> declared) {
        ports.getItems().setAll(declared);
        if (ports.getEditor().getText().isEmpty() && !declared.isEmpty()) {
            ports.getEditor().setText(declared.getFirst());
        }
    }

    private void startForward() {
        var wish = pod.flatMap(of -> PortForwardRequest.parse(of,
                local.getText().strip() + ":" + ports.getEditor().getText().strip()));
        if (wish.isEmpty()) {
            setMessage(MESSAGES.text("forward.badPort"), true);
            return;
        }
        setMessage(MESSAGES.text("forward.starting"), false);
        starting.submit(() -> services.clusterServices().portForwards().start(wish.get()));
    }

    private void onStarted(PortForwardState state) {
        setMessage(startedText(state), false);
        refreshRows();
    }

    private static String startedText(PortForwardState state) {
        return MESSAGES.text("forward.started", state.port(), state.localAddress());
    }

    private void showProblem(Problem problem) {
        setMessage(problem.problemText(), true);
    }

    private void setMessage(String text, boolean trouble) {
        status.setText(text);
        status.getStyleClass().removeAll("danger-text");
        if (trouble) {
            status.getStyleClass().add("danger-text");
        }
    }

    private void refreshRows() {
        var now = clock.instant();
        var states = forwards.map(PortForwardRegistry::states).orElse(List.of());
        table.show(states.stream().map(state -> PortForwardRow.of(state, now)).toList());
        if (states.stream().anyMatch(
                state -> state.stage() == ForwardStage.ENDED && startedText(state).equals(status.getText()))) {
            setMessage("", false);
        }
    }

    private void copyAddress(PortForwardState state) {
        TextLabelFactory.copy(state.localAddress());
        setMessage(MESSAGES.text("forward.copied", state.localAddress()), false);
    }

    private void openBrowser(PortForwardState state) {
        try {
            SystemBrowser.openPage(URI.create("http://" + state.localAddress() + "/"));
        } catch (IOException unknown) {
            setMessage(MESSAGES.text("forward.noBrowser", unknown.getMessage()), true);
        }
    }

    private void stopForward(PortForwardState state) {
        forwards.ifPresent(all -> all.stop(state.number()));
        refreshRows();
    }

    /** Ends all forwards, because changes are no longer allowed. */
    public void refuseChanges() {
        forwards.ifPresent(all -> all.end(PortForward.readOnlyText()));
        refreshRows();
    }

    @Override
    public String title() {
        return MESSAGES.text("forward.title");
    }

    @Override
    public String helpText() {
        return MESSAGES.text("forward.help");
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public List<String> runningWork() {
        return forwards.map(PortForwardRegistry::runningForwards).orElse(List.of()).stream().map(state -> MESSAGES
                .text("forward.task", state.port(), state.pod().namespace(), state.pod().name(), state.localAddress()))
                .toList();
    }

    @Override
    public void close() {
        pulse.stop();
        offered.cancel();
        starting.cancel();
        var all = forwards.orElse(null);
        if (all != null) {
            all.states().forEach(state -> all.stop(state.number()));
        }
        forwards = Optional.empty();
        pod = Optional.empty();
    }
}
