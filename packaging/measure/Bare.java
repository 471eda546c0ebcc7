import atlantafx.base.theme.PrimerDark;
import java.time.Instant;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.stage.Stage;

/** The least that a window of JavaFX and AtlantaFX can be: what the start of Tessera is compared with. It says when it is painted. */
public final class Bare {

    private Bare() {}

    /** The window itself. JavaFX's own launcher wants to be the main class where this is one. */
    public static final class Program extends Application {

        private int pulses;

        @Override
        public void start(Stage stage) {
            setUserAgentStylesheet(new PrimerDark().getUserAgentStylesheet());
            var content = new BorderPane();
            content.setTop(new HBox(8, new TextField("search"), new Button("Do it")));
            var list = new ListView<String>();
            list.getItems().addAll("one", "two", "three");
            content.setCenter(list);
            content.setBottom(new Label("nothing"));
            var scene = new Scene(content, 1440, 900);
            scene.addPreLayoutPulseListener(this::pulse);
            stage.setScene(scene);
            stage.show();
        }

        /** The second pulse begins when what the first laid out is drawn. */
        private void pulse() {
            pulses++;
            if (pulses == 2) {
                System.out.println(Instant.now().toEpochMilli() + " painted after "
                        + ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis()
                        + " ms of processor time");
                if (Boolean.getBoolean("bare.once")) {
                    Platform.exit();
                }
            } else {
                Platform.requestNextPulse();
            }
        }
    }

    public static void main(String[] arguments) {
        Application.launch(Program.class, arguments);
    }
}
