package tessera.ui.copy;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;
import tessera.filecopy.ContainerFileCopyRequest;
import tessera.filecopy.ContainerFileCopyRequest.FileCopyDirection;
import tessera.model.ObjectRef;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.TextLabelFactory;

/** Form for the source and the target of a copy. FX thread. */
final class ContainerFileCopyForm {

    private static final String FROM = "From the container";
    private static final String TO = "To the container";

    private final Label subject = TextLabelFactory.shrinkable("", "strong");
    private final ChoiceBox<String> direction = new ChoiceBox<>();
    private final ChoiceBox<String> containers = new ChoiceBox<>();
    private final TextField remote = new TextField();
    private final TextField local = new TextField();
    private final Button start = new Button("Copy");
    private final HBox node = new HBox(8);
    private Optional<ObjectRef> pod = Optional.empty();

    /** @param copy called when the question is answered */
    ContainerFileCopyForm(Runnable copy) {
        subject.setId("copy-pod");
        subject.setMaxWidth(260);
        direction.setId("copy-direction");
        direction.getItems().setAll(FROM, TO);
        direction.setValue(FROM);
        containers.setId("copy-container");
        containers.setTooltip(new Tooltip("The container"));
        remote.setId("copy-remote");
        remote.setPromptText("path in the container");
        local.setId("copy-local");
        local.setPromptText("path on this machine");
        local.setText(System.getProperty("user.home", ""));
        for (var field : List.of(remote, local)) {
            HBox.setHgrow(field, Priority.ALWAYS);
            field.setMinWidth(120);
            field.setOnAction(event -> copy.run());
        }
        start.setId("copy-start");
        start.getStyleClass().add("accent");
        start.setMinWidth(Region.USE_PREF_SIZE);
        start.setOnAction(event -> copy.run());
        node.getChildren().addAll(subject, direction, containers, remote, captionLabel("this machine"), local,
                browseButtons(),
                start);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("terminal-tools");
    }

    private static Label captionLabel(String text) {
        var label = TextLabelFactory.label(text, "small", "muted");
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private Node browseButtons() {
        var file = new MenuItem("File…");
        file.setOnAction(event -> takeFile(new FileChooser().showOpenDialog(node.getScene().getWindow())));
        var folder = new MenuItem("Folder…");
        folder.setOnAction(event -> takeFile(new DirectoryChooser().showDialog(node.getScene().getWindow())));
        var browse = new MenuButton("Browse", null, file, folder);
        browse.setMinWidth(Region.USE_PREF_SIZE);
        return browse;
    }

    private void takeFile(@Nullable File chosen) {
        if (chosen != null) {
            local.setText(chosen.toString());
        }
    }

    Node node() {
        return node;
    }

    /** Asks about a pod. */
    void ask(ObjectRef of) {
        pod = Optional.of(of);
        subject.setText(of.name());
        remote.clear();
        offerContainers(List.of(), "");
        remote.requestFocus();
    }

    /** Offers the containers to choose from; where there is one, no choice is shown. */
    void offerContainers(List<String> names, String usual) {
        containers.getItems().setAll(names);
        containers.setValue(usual);
        JavaFxNodeVisibility.setShown(containers, names.size() > 1);
        start.setDisable(names.isEmpty());
    }

    /** Returns the copy request; empty while something is missing. */
    Optional<ContainerFileCopyRequest> request() {
        var there = remote.getText().strip();
        var here = local.getText().strip();
        var container = containers.getValue();
        if (pod.isEmpty() || container == null || there.isEmpty() || here.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional
                    .of(new ContainerFileCopyRequest(TO.equals(direction.getValue()) ? FileCopyDirection.TO_CONTAINER
                            : FileCopyDirection.FROM_CONTAINER, pod.get(), container, there, Path.of(here)));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }
}
