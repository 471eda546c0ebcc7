package tessera.ui.change;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import tessera.model.NodeWithBoundPods;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;
import tessera.sharing.ShareableNodeDevices;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TextLabelFactory;

/** Form fields for the sharing of GPUs: method, replicas, resources, configuration name. FX thread. */
final class GpuSharingFormFields {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingFormFields.class);
    private static final int USUAL = 4;
    private static final int MOST = 1024;

    private final SegmentedChoiceControl<GpuSharingFormOption> choice = new SegmentedChoiceControl<>("share-how",
            List.of(GpuSharingFormOption.values()), GpuSharingFormOption::title);
    private final Spinner<Integer> replicas = new Spinner<>(DeviceShareCounts.FEWEST, MOST, USUAL);
    private final CheckBox rename = InputControlFactory.checkBox("share-rename", MESSAGES.text("share.rename"));
    private final CheckBox onlyOne = InputControlFactory.checkBox("share-single", MESSAGES.text("share.single"));
    private final FlowPane resources = new FlowPane(16, 8);
    private final TextField name = new TextField();
    private final ComboBox<String> namedConfig = new ComboBox<>();
    private final VBox details = new VBox(8);
    private final Runnable changed;
    private SortedMap<String, DevicePluginConfigDocument> documentsByName = Collections.emptySortedMap();
    private String wished = "";

    /** The ways to share GPUs. */
    enum GpuSharingFormOption {
        TIME_SLICING("share.timeSlicing"),
        MPS("share.mps"),
        NONE("share.none"),
        NAMED("share.named"),
        USUAL("share.usual");

        private final String titleKey;

        GpuSharingFormOption(String titleKey) {
            this.titleKey = titleKey;
        }

        String title() {
            return MESSAGES.text(titleKey);
        }
    }

    /** @param changed called whenever an answer is another */
    GpuSharingFormFields(Runnable changed) {
        this.changed = changed;
        replicas.setId("share-replicas");
        replicas.setEditable(true);
        replicas.setPrefWidth(120);
        onlyOne.setSelected(true);
        name.setId("share-name");
        namedConfig.setId("share-config");
        namedConfig.setPrefWidth(280);
        choice.chosenProperty().addListener((chosen, before, now) -> refresh());
        replicas.getEditor().textProperty().addListener((text, before, now) -> refresh());
        for (var box : List.of(rename, onlyOne)) {
            box.selectedProperty().addListener((on, before, now) -> refresh());
        }
        name.textProperty().addListener((text, before, now) -> changed.run());
        namedConfig.valueProperty().addListener((value, before, now) -> changed.run());
        layOut();
    }

    Node methodNode() {
        return choice.node();
    }

    Node detailsNode() {
        return details;
    }

    void focus() {
        replicas.requestFocus();
    }

    private GpuSharingFormOption chosenMethod() {
        return choice.chosenProperty().get();
    }

    private void refresh() {
        layOut();
        changed.run();
    }

    private void layOut() {
        details.getChildren().setAll(switch (chosenMethod()) {
            case TIME_SLICING -> List.of(labelledAnswer(MESSAGES.text("share.replicas"), replicas), resourcesNode(),
                    rename, onlyOne, labelledAnswer(MESSAGES.text("share.config"), name),
                    TextLabelFactory.wrapped(MESSAGES.text("share.timeSlicingWhy"), "small", "muted"));
            case MPS -> List.of(labelledAnswer(MESSAGES.text("share.replicas"), replicas), rename,
                    labelledAnswer(MESSAGES.text("share.config"), name), TextLabelFactory.wrapped(
                            MESSAGES.text("share.mpsWhy", ShareableNodeDevices.MOST_CLIENTS), "small", "muted"));
            case NONE -> List.of(labelledAnswer(MESSAGES.text("share.config"), name));
            case NAMED -> List.of(namedConfig);
            case USUAL -> List.of(TextLabelFactory.wrapped(MESSAGES.text("share.usualWhy"), "small", "muted"));
        });
        name.setPromptText(composeShares().map(DeviceShareCounts::configName).orElse(""));
    }

    /** Returns the field for the resources to share; an empty box where there is no choice. */
    private Node resourcesNode() {
        if (resources.getChildren().size() > 1) {
            return labelledAnswer(MESSAGES.text("share.resources"), resources);
        }
        return new VBox();
    }

    private static Node labelledAnswer(String text, Node answer) {
        var label = TextLabelFactory.label(text, "small", "muted");
        label.setLabelFor(answer);
        return new VBox(4, label, answer);
    }

    /** Offers the configurations that exist. */
    void offerConfigs(SortedMap<String, DevicePluginConfigDocument> documents) {
        documentsByName = documents;
        namedConfig.getItems().setAll(documents.keySet());
        if (documents.containsKey(wished)) {
            namedConfig.setValue(wished);
        }
    }

    /** Fills the fields with the current sharing of a node. */
    void beginWithNode(NodeWithBoundPods node) {
        var label = node.nodeSummary().label(DeviceShareCounts.GPU + ".replicas");
        var means = GpuSharingStrategy.fromLabel(node.nodeSummary().label(DeviceShareCounts.GPU + ".sharing-strategy"))
                .orElse(GpuSharingStrategy.NONE);
        if (means != GpuSharingStrategy.NONE && label.matches("[1-9][0-9]{0,3}")) {
            replicas.getEditor().setText(label);
            rename.setSelected(node.nodeSummary().capacity().get(DeviceShareCounts.GPU + DeviceShareCounts.SHARED) > 0);
            choice.choose(
                    means == GpuSharingStrategy.MPS ? GpuSharingFormOption.MPS : GpuSharingFormOption.TIME_SLICING);
        }
    }

    /** Begins with a configuration that exists. */
    void chooseConfig(String config) {
        wished = config;
        choice.choose(GpuSharingFormOption.NAMED);
    }

    void offerDefault(boolean offered) {
        choice.setOffered(GpuSharingFormOption.USUAL, offered);
        if (!offered && chosenMethod() == GpuSharingFormOption.USUAL) {
            choice.choose(GpuSharingFormOption.TIME_SLICING);
        }
    }

    /** Offers the resources that nodes can share: whole GPUs selected first, or all where there are none. */
    void offerResources(List<NodeWithBoundPods> nodes) {
        var names = new TreeSet<String>();
        for (var node : nodes) {
            var devices = ShareableNodeDevices.fromNode(node.nodeSummary().labels(),
                    node.nodeSummary().capacity().toMap());
            names.addAll(devices.migInstances().keySet());
            if (devices.gpus() > 0) {
                names.add(DeviceShareCounts.GPU);
            }
        }
        var offered = names.isEmpty() ? List.of(DeviceShareCounts.GPU) : List.copyOf(names);
        if (!offered.equals(resources.getChildren().stream().map(Node::getUserData).toList())) {
            resources.getChildren().setAll(offered.stream().map(each -> resourceBox(each, offered)).toList());
            layOut();
        }
    }

    private CheckBox resourceBox(String resource, List<String> offered) {
        var box = new CheckBox(resource);
        box.setUserData(resource);
        box.setSelected(resource.equals(DeviceShareCounts.GPU) || !offered.contains(DeviceShareCounts.GPU));
        box.selectedProperty().addListener((on, before, now) -> changed.run());
        return box;
    }

    private Optional<Integer> parseReplicas() {
        var text = replicas.getEditor().getText().trim();
        if (text.matches("[0-9]{1,4}")) {
            return Optional.of(Integer.valueOf(text));
        }
        return Optional.empty();
    }

    private List<String> selectedResources() {
        return resources.getChildren().stream().map(CheckBox.class::cast).filter(CheckBox::isSelected)
                .map(box -> (String) box.getUserData()).toList();
    }

    /** Returns the sharing to write to a configuration; empty where none is written or the answers are invalid. */
    private Optional<DeviceShareCounts> composeShares() {
        return switch (chosenMethod()) {
            case TIME_SLICING -> parseReplicas().map(each -> {
                var all = new TreeMap<String, Integer>();
                for (var resource : selectedResources()) {
                    all.put(resource, each);
                }
                return new DeviceShareCounts(GpuSharingStrategy.TIME_SLICING, rename.isSelected(), onlyOne.isSelected(),
                        all);
            });
            case MPS -> parseReplicas().map(each -> new DeviceShareCounts(GpuSharingStrategy.MPS, rename.isSelected(),
                    true, new TreeMap<>(Map.of(DeviceShareCounts.GPU, each))));
            case NONE -> Optional.of(DeviceShareCounts.NONE);
            case NAMED, USUAL -> Optional.empty();
        };
    }

    /** Returns the sharing that the nodes will have; empty while that is unknown. */
    Optional<DeviceShareCounts> resultingShares(Optional<DeviceShareCounts> usual) {
        return switch (chosenMethod()) {
            case TIME_SLICING, MPS, NONE -> problemText().isEmpty() ? composeShares() : Optional.empty();
            case NAMED -> Optional.ofNullable(documentsByName.get(String.valueOf(namedConfig.getValue())))
                    .filter(document -> !document.isRejected()).map(DevicePluginConfigDocument::shares);
            case USUAL -> usual;
        };
    }

    /** Returns whether the configuration has to be written, too. */
    boolean writesConfig() {
        return composeShares().isPresent();
    }

    /** Returns the name of the configuration to use; empty for none. */
    String configKey() {
        return switch (chosenMethod()) {
            case NAMED -> String.valueOf(namedConfig.getValue());
            case USUAL -> "";
            case TIME_SLICING, MPS, NONE ->
                name.getText().isBlank() ? composeShares().map(DeviceShareCounts::configName).orElse("")
                        : name.getText().trim();
        };
    }

    /** Returns the problem with the answers as text; empty when there is none. */
    String problemText() {
        return switch (chosenMethod()) {
            case TIME_SLICING, MPS -> {
                int maximum = chosenMethod() == GpuSharingFormOption.MPS ? ShareableNodeDevices.MOST_CLIENTS : MOST;
                if (parseReplicas().filter(each -> each >= DeviceShareCounts.FEWEST && each <= maximum).isEmpty()) {
                    yield MESSAGES.text("share.replicasInvalid", DeviceShareCounts.FEWEST, maximum);
                }
                yield chosenMethod() == GpuSharingFormOption.TIME_SLICING && selectedResources().isEmpty()
                        ? MESSAGES.text("share.resourceMissing")
                        : nameProblemText();
            }
            case NONE -> nameProblemText();
            case NAMED -> namedConfig.getValue() == null ? MESSAGES.text("share.configMissing") : "";
            case USUAL -> "";
        };
    }

    private String nameProblemText() {
        if (configKey().matches("[-._a-zA-Z0-9]{1,63}")) {
            return "";
        }
        return MESSAGES.text("config.nameInvalid", configKey());
    }
}
