package tessera.ui.inspect;

import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Icons;
import tessera.ui.kit.Texts;

/** The inspector's page with an object as YAML, read when it is turned to. FX thread. */
final class YamlPage {

    private final Desk desk;
    private final Runnable again;
    private final YamlPane yaml = new YamlPane("inspector-yaml");
    private final BorderPane page = new BorderPane();
    private final Lookup<String> lookup;

    /**
     * An empty page.
     *
     * @param again   reads once more
     * @param problem prints why there is nothing to show
     */
    YamlPage(Desk desk, Runnable again, Problems problem) {
        this.desk = desk;
        this.again = again;
        Consumer<Problem> failed = why -> {
            var box = new VBox();
            problem.show(box, why);
            page.setTop(null);
            page.setCenter(box);
        };
        lookup = new Lookup<>(this::show, failed);
    }

    /** Prints problems. */
    interface Problems {
        void show(VBox page, Problem problem);
    }

    BorderPane node() {
        return page;
    }

    /** Looks at nothing; what is being read is not waited for. */
    void clear() {
        lookup.cancel();
        yaml.show("");
    }

    /** Takes away what stands there, too. */
    void leave() {
        clear();
        page.setTop(null);
        page.setCenter(null);
    }

    void read(ObjectRef object) {
        page.setCenter(Sections.section("", Texts.label("Reading…", "muted")));
        lookup.ask(() -> desk.reached().yaml(object));
    }

    private void show(String text) {
        yaml.show(text);
        var copy = new Button("Copy", Icons.COPY.node());
        copy.setId("inspector-yaml-copy");
        copy.setOnAction(event -> Texts.copy(text));
        var anew = new Button("Read again");
        anew.setOnAction(event -> again.run());
        var tools = new HBox(8, copy, anew);
        tools.getStyleClass().add("table-tools");
        page.setTop(tools);
        page.setCenter(yaml.node());
    }
}
