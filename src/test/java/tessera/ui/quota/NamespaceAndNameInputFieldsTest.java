package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;

/** Namespaces are offered to whoever types one, and never in place of what was typed. */
@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init")
class NamespaceAndNameInputFieldsTest {

    private static final List<String> THERE = List.of("all-ml", "ml", "ml-platform", "vision");

    private final AtomicInteger asked = new AtomicInteger();
    private Scene scene;

    private List<String> names() {
        if (!Platform.isFxApplicationThread()) {
            asked.incrementAndGet();
        }
        return THERE;
    }

    @Start
    void open(Stage stage) {
        var fields = NamespaceAndNameInputFields.forNew("guard", "", "own",
                new NamespaceAndNameInputFields.ExistingObjectsAndNamespaces((where, name) -> Optional.empty(),
                        this::names));
        scene = new Scene(new StackPane(fields.addTo(new FormFieldGrid(), "NetworkPolicy", "").node()), 640, 480);
        ColorTheme.DARK.applyTo(scene);
        stage.setScene(scene);
        stage.show();
    }

    @BeforeEach
    void begin(FxRobot keys) {
        keys.interact(() -> field("namespace").requestFocus());
    }

    private TextField field(String which) {
        return (TextField) scene.lookup("#guard-" + which);
    }

    private static List<String> offered() {
        return WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> Window.getWindows().stream().filter(Window::isShowing)
                        .flatMap(window -> window.getScene().getRoot().lookupAll(".list-cell").stream())
                        .map(cell -> ((ListCell<?>) cell).getText()).filter(text -> text != null && !text.isEmpty())
                        .sorted().toList());
    }

    private static void eventuallyOffered(String... names) throws Exception {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> offered().equals(List.of(names)));
    }

    @Test
    void whatHasTheLettersIsOfferedAndTakenByTheKeyboard(FxRobot keys) throws Exception {
        keys.write("m");
        eventuallyOffered("all-ml", "ml", "ml-platform");
        keys.write("l-");
        eventuallyOffered("ml-platform");
        keys.type(KeyCode.ENTER);
        assertThat(field("namespace").getText()).isEqualTo("ml-platform");
        eventuallyOffered();
    }

    @Test
    void escapeClosesWhatIsOfferedAndLeavesWhatWasTyped(FxRobot keys) throws Exception {
        keys.write("vis");
        eventuallyOffered("vision");
        keys.type(KeyCode.ESCAPE);
        eventuallyOffered();
        assertThat(field("namespace").getText()).isEqualTo("vis");
    }

    @Test
    void whoTypesANameToItsEndGetsThatOneAndGoesOnByTab(FxRobot keys) throws Exception {
        keys.write("m");
        eventuallyOffered("all-ml", "ml", "ml-platform");
        keys.write("l");
        keys.type(KeyCode.TAB);
        assertThat(field("namespace").getText()).isEqualTo("ml");
        assertThat(field("name").isFocused()).isTrue();
    }

    private List<String> told() {
        return WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> scene.getRoot().lookupAll(".label").stream().map(label -> ((Label) label).getText())
                        .filter(text -> text.matches("(Namespace “|An existing ).*")).toList());
    }

    @Test
    void whoNamesANamespaceThatIsNotThereIsToldBesideTheField(FxRobot keys) {
        keys.interact(() -> {
            field("namespace").setText("vis");
            field("name").requestFocus();
        });
        assertThat(told())
                .containsExactly("Namespace “vis” does not exist. To create it with a quota, use “New team…”.");
        keys.interact(() -> field("namespace").requestFocus());
        assertThat(told()).as("it is the beginning of one").containsExactly("An existing namespace.");
        keys.interact(() -> {
            field("namespace").setText("vision");
            field("name").requestFocus();
        });
        assertThat(told()).containsExactly("An existing namespace.");
    }

    @Test
    void nothingIsOfferedInPlaceOfANameThatIsThere(FxRobot keys) throws Exception {
        keys.write("m");
        eventuallyOffered("all-ml", "ml", "ml-platform");
        int before = asked.get();
        keys.write("l");
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> asked.get() > before);
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(offered()).isEmpty();
    }

    @Test
    void whoLeavesTheFieldBeforeAnythingIsOfferedGoesOnInTheNext(FxRobot keys) throws Exception {
        var failures = new CopyOnWriteArrayList<Throwable>();
        keys.interact(
                () -> Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> failures.add(failure)));
        int before = asked.get();
        keys.interact(() -> {
            field("namespace").setText("m");
            field("name").requestFocus();
        });
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> asked.get() > before);
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(offered()).isEmpty();
        assertThat(failures).isEmpty();
        keys.write("x");
        assertThat(field("name").getText()).isEqualTo("x");
    }
}
