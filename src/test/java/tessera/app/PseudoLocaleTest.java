package tessera.app;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.kit.ColorTheme;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.wall.WallDimmingHours;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPageKind;

import static org.assertj.core.api.Assertions.assertThat;

/** In the pseudo-locale no word of ours stands outside the brackets of a sentence from a catalog, on screen or wall. */
@Timeout(1200)
class PseudoLocaleTest extends OperatedWindow {

    /** Words of the field that stand alone and that no language translates. */
    private static final Set<String> NOUNS = Set.of("min", "Terminating", "Gaudi", "Habana",
            // How pods are counted that hold no whole device, beside gpu and mig-3g.40gb.
            "shared",
            // The key of a common label.
            "accelerator",
            // What joins a list, from the language's own rules.
            "and");
    private static final Pattern ASKS = Pattern.compile("⟦.*…⟧");
    /** What opens a window of the system. */
    private static final Pattern SYSTEM = Pattern.compile("(?i).*(kubeconfig|folder|archive|export|save).*");

    private static Locale before = Locale.ENGLISH;

    private final UnbracketedText texts = new UnbracketedText(NOUNS);

    @BeforeAll
    static void speak() {
        before = Locale.getDefault(Locale.Category.DISPLAY);
        Locale.setDefault(Locale.Category.DISPLAY, Locale.of("qps"));
    }

    @AfterAll
    static void speakAsBefore() {
        Locale.setDefault(Locale.Category.DISPLAY, before);
    }

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    SimulationOptions options() {
        return super.options().withClaims(true).withMetricsServer(true);
    }

    @Test
    void noWordOfOursStandsOutsideBrackets() throws Exception {
        eventuallySays("connection", "live");
        texts.learn(colleague);
        for (var screen : ScreenDestination.values()) {
            lookAtScreen(screen);
        }
        lookAtSettings();
        lookAtObjects();
        lookAtForms();
        lookAtLaunch();
        lookAtOverlays();
        call("Choose a cluster");
        act(() -> {});
        note("start page");
        lookAtWall();
        assertThat(texts.offenders()).isEmpty();
    }

    private void act(Runnable action) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, action);
        var seen = "";
        for (int look = 0; look < 25; look++) {
            WaitForAsyncUtils.sleep(40, TimeUnit.MILLISECONDS);
            WaitForAsyncUtils.waitForFxEvents();
            var now = onFx(() -> UnbracketedText.sight(rootPane.node()));
            if (now.equals(seen) && look > 1) {
                return;
            }
            seen = now;
        }
    }

    private void note(String place) {
        onFx(() -> {
            Window.getWindows().stream().filter(window -> window.getScene() != null)
                    .forEach(window -> texts.note(place, window.getScene().getRoot()));
            return true;
        });
    }

    private List<Node> all(String selector) {
        return onFx(() -> rootPane.node().lookupAll(selector).stream()
                .filter(node -> node.isVisible() && !node.isDisabled()).toList());
    }

    private void lookAtScreen(ScreenDestination screen) {
        act(() -> rootPane.goTo(screen));
        note(screen.name());
        lookAtRows(screen.name());
        var asked = new HashSet<String>();
        for (var button : all(".button, .hyperlink")) {
            var text = ((Labeled) button).getText();
            if (text != null && ASKS.matcher(text).matches() && !SYSTEM.matcher(text).matches()
                    && asked.add(text.replaceAll("\\S*\\d\\S*", ""))) {
                lookAtForm(screen.name(), text, ((ButtonBase) button)::fire);
            }
        }
    }

    private void lookAtRows(String place) {
        for (var table : all(".table-view")) {
            act(() -> ((TableView<?>) table).getSelectionModel().select(0));
            note(place + " row");
        }
    }

    private void lookAtSettings() {
        act(() -> rootPane.goTo(ScreenDestination.SETTINGS));
        for (var page : all(".settings-way")) {
            act(() -> ((ToggleButton) page).fire());
            note("SETTINGS " + page.getId());
        }
    }

    private void lookAtObjects() {
        var snapshot = clusterSelection.snapshots().get();
        act(() -> rootPane.goTo(ScreenDestination.NODES));
        List.of("h100-06", "h100-08", "t4-02").forEach(node -> look(ObjectRef.node(node), true));
        act(() -> rootPane.goTo(ScreenDestination.PODS));
        var statuses = new TreeSet<String>();
        snapshot.unbound().forEach(
                pod -> look(ObjectRef.pod(pod.namespace(), pod.name()), statuses.isEmpty() && statuses.add("")));
        snapshot.nodes().stream().flatMap(node -> node.pods().stream()).filter(pod -> statuses.add(pod.status()))
                .forEach(pod -> look(ObjectRef.pod(pod.namespace(), pod.name()), true));
    }

    private void look(ObjectRef object, boolean everyPage) {
        act(() -> rootPane.inspect(object));
        note(object.name());
        if (everyPage) {
            var pages = onFx(() -> List.copyOf(((TabPane) find("inspector").lookup(".tab-pane")).getTabs()));
            for (var page : pages) {
                act(() -> rootPane.showInspectorPage((InspectorPageName) page.getUserData()));
                note(object.name() + " " + page.getUserData());
            }
        }
    }

    private void lookAtForms() {
        var pod = clusterSelection.snapshots().get().findNode("h100-05").orElseThrow().pods().getFirst();
        var deployment = colleague.apps().deployments().inAnyNamespace().list().getItems().getFirst().getMetadata();
        for (var object : List.of(ObjectRef.node("h100-06"), ObjectRef.pod(pod.namespace(), pod.name()), new ObjectRef(
                "apps/v1", "Deployment", "deployments", deployment.getNamespace(), deployment.getName()))) {
            act(() -> rootPane.inspect(object));
            note(object.toString());
            for (int at = 0; at < offers().size(); at++) {
                var offer = offers().get(at);
                if (!offer.isDisable()) {
                    lookAtForm(object.name(), offer.getText(), offer::fire);
                }
            }
        }
    }

    private void lookAtLaunch() {
        act(() -> rootPane.goTo(ScreenDestination.PODS));
        lookAtForm("PODS", "launch", () -> ((ButtonBase) find("pods-launch")).fire());
    }

    private void lookAtForm(String object, String title, Runnable begin) {
        act(begin);
        var place = object + " " + title;
        note(place);
        if (onFx(() -> find("change") != null && find("change").isVisible())) {
            answer("x y!");
            note(place + " wrong");
            answer("a1");
            note(place + " answered");
            if (onFx(() -> find("change-next") instanceof Button next && !next.isDisabled()
                    && next.getText().equals("⟦Preview⟧"))) {
                act(() -> ((Button) find("change-next")).fire());
                note(place + " preview");
            }
            leave();
        }
    }

    private void answer(String text) {
        act(() -> find("change").lookupAll(".text-field").stream().map(TextField.class::cast)
                .filter(field -> !field.isDisabled() && field.isEditable()
                        && List.of("", "x y!").contains(String.valueOf(field.getText())))
                .forEach(field -> field.setText(text)));
    }

    private void leave() {
        act(() -> ((ButtonBase) find("change-close")).fire());
        if (onFx(() -> find("change-discard") != null && find("change").isVisible())) {
            note("discard");
            act(() -> ((ButtonBase) find("change-discard")).fire());
        }
    }

    private void lookAtOverlays() {
        key(KeyCode.K, /* control= */ true);
        note("palette");
        for (var text : List.of("go to", "lens", "pod", "cordon", "launch", "open", "theme", "zzz")) {
            act(() -> ((TextField) find("palette-field")).setText(text));
            note("palette " + text);
        }
        key(KeyCode.ESCAPE, /* control= */ false);
        act(() -> Event.fireEvent(find("shell"),
                new KeyEvent(KeyEvent.KEY_TYPED, "?", "", KeyCode.UNDEFINED, false, false, false, false)));
        note("keys");
        key(KeyCode.ESCAPE, /* control= */ false);
    }

    private void key(KeyCode key, boolean control) {
        act(() -> Event.fireEvent(find("shell"),
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, control, false, false)));
    }

    private void lookAtWall() {
        var pages = List.of(WallPageKind.values());
        var display = onFx(() -> {
            var made = new WallDisplay(List.of(clusterSelection), new WallDisplayOptions(pages, Duration.ofDays(1),
                    WallDimmingHours.NEVER, clusterSelection.accelerators(), clock()), projector);
            ColorTheme.DARK.applyTo(new Scene(made.node(), WallDisplay.WIDTH, WallDisplay.HEIGHT));
            return made;
        });
        for (int page = 0; page < pages.size(); page++) {
            int number = page;
            act(() -> {
                display.turnTo(number);
                display.node().getScene().snapshot(null);
            });
            eventually("the page is drawn", () -> onFx(display::isSettled));
            act(() -> display.node().getScene().snapshot(null));
            onFx(() -> {
                texts.note("wall " + pages.get(number), display.node());
                return true;
            });
        }
        act(display::close);
    }
}
