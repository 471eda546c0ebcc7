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
import tessera.model.NodeInfo;
import tessera.sharing.AdvertisedNodeDevices;
import tessera.sharing.ConfigDocument;
import tessera.sharing.DeviceShares;
import tessera.sharing.SharingStrategy;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.SelectableText;

/** The answers to how GPUs shall be shared. FX thread. */
final class ShareAnswers {

    private static final int USUAL = 4;
    private static final int MOST = 1024;

    private final SegmentedChoice<How> how = new SegmentedChoice<>("share-how", List.of(How.values()), How::title);
    private final Spinner<Integer> replicas = new Spinner<>(DeviceShares.FEWEST, MOST, USUAL);
    private final CheckBox rename = new CheckBox("Offer shares under a name of their own, nvidia.com/gpu.shared");
    private final CheckBox onlyOne = new CheckBox("Refuse a container that asks for more than one share");
    private final FlowPane resources = new FlowPane(16, 8);
    private final TextField name = new TextField();
    private final ComboBox<String> named = new ComboBox<>();
    private final VBox details = new VBox(8);
    private final Runnable changed;
    private SortedMap<String, ConfigDocument> known = Collections.emptySortedMap();
    private String wished = "";

    /** Ways to share. */
    enum How {
        TIME_SLICING("Time-slicing"),
        MPS("MPS"),
        NONE("Not shared"),
        NAMED("A named configuration"),
        USUAL("What is usual");

        private final String title;

        How(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** @param changed called whenever an answer is another */
    ShareAnswers(Runnable changed) {
        this.changed = changed;
        replicas.setId("share-replicas");
        replicas.setEditable(true);
        replicas.setPrefWidth(120);
        rename.setId("share-rename");
        onlyOne.setId("share-single");
        onlyOne.setSelected(true);
        name.setId("share-name");
        named.setId("share-config");
        named.setPrefWidth(280);
        how.chosenProperty().addListener((chosen, before, now) -> refresh());
        replicas.getEditor().textProperty().addListener((text, before, now) -> refresh());
        List.of(rename, onlyOne).forEach(box -> box.selectedProperty().addListener((on, before, now) -> refresh()));
        name.textProperty().addListener((text, before, now) -> changed.run());
        named.valueProperty().addListener((value, before, now) -> changed.run());
        lay();
    }

    Node how() {
        return how.node();
    }

    Node details() {
        return details;
    }

    void focus() {
        replicas.requestFocus();
    }

    private How chosen() {
        return how.chosenProperty().get();
    }

    private void refresh() {
        lay();
        changed.run();
    }

    private void lay() {
        details.getChildren().setAll(switch (chosen()) {
            case TIME_SLICING -> List.of(asked("Shares of each GPU", replicas), several(), rename, onlyOne,
                    asked("Configuration", name),
                    SelectableText.wrapped("Shares have no memory of their own and no protection "
                            + "from each other: for jobs that trust each other.", "small", "muted"));
            case MPS -> List.of(asked("Shares of each GPU", replicas), rename, asked("Configuration", name),
                    SelectableText.wrapped(
                            "Each client has an equal part of memory and cores, at most %d of them. Not where MIG "
                                    .formatted(AdvertisedNodeDevices.MOST_CLIENTS)
                                    + "divides GPUs; a fatal fault of one ends all clients of that GPU.",
                            "small", "muted"));
            case NONE -> List.of(asked("Configuration", name));
            case NAMED -> List.of(named);
            case USUAL ->
                List.of(SelectableText.wrapped("The label goes: the nodes take the default of the cluster.", "small",
                        "muted"));
        });
        name.setPromptText(written().map(DeviceShares::key).orElse(""));
    }

    /** What is shared, where there is a choice. */
    private Node several() {
        return resources.getChildren().size() > 1 ? asked("What is shared", resources) : new VBox();
    }

    private static Node asked(String words, Node answer) {
        var label = SelectableText.label(words, "small", "muted");
        label.setLabelFor(answer);
        return new VBox(4, label, answer);
    }

    /** Offers the configurations there are. */
    void offer(SortedMap<String, ConfigDocument> documents) {
        known = documents;
        named.getItems().setAll(documents.keySet());
        if (documents.containsKey(wished)) {
            named.setValue(wished);
        }
    }

    /** Begins with how a node shares at present. */
    void begin(NodeInfo node) {
        var label = node.facts().label(DeviceShares.GPU + ".replicas");
        var means = SharingStrategy.of(node.facts().label(DeviceShares.GPU + ".sharing-strategy"))
                .orElse(SharingStrategy.NONE);
        if (means != SharingStrategy.NONE && label.matches("[1-9][0-9]{0,3}")) {
            replicas.getEditor().setText(label);
            rename.setSelected(node.facts().capacity().get(DeviceShares.GPU + DeviceShares.SHARED) > 0);
            how.choose(means == SharingStrategy.MPS ? How.MPS : How.TIME_SLICING);
        }
    }

    /** Begins with a configuration that there is. */
    void choose(String config) {
        wished = config;
        how.choose(How.NAMED);
    }

    void offerUsual(boolean offered) {
        how.offer(How.USUAL, offered);
        if (!offered && chosen() == How.USUAL) {
            how.choose(How.TIME_SLICING);
        }
    }

    /** Offers what nodes have to be shared; whole GPUs at first, and all where there are none. */
    void offerResources(List<NodeInfo> nodes) {
        var names = new TreeSet<String>();
        for (var node : nodes) {
            var devices = AdvertisedNodeDevices.of(node.facts().labels(), node.facts().capacity().toMap());
            names.addAll(devices.instances().keySet());
            if (devices.gpus() > 0) {
                names.add(DeviceShares.GPU);
            }
        }
        var offered = names.isEmpty() ? List.of(DeviceShares.GPU) : List.copyOf(names);
        if (!offered.equals(resources.getChildren().stream().map(Node::getUserData).toList())) {
            resources.getChildren().setAll(offered.stream().map(each -> box(each, offered)).toList());
            lay();
        }
    }

    private CheckBox box(String resource, List<String> offered) {
        var box = new CheckBox(resource);
        box.setUserData(resource);
        box.setSelected(resource.equals(DeviceShares.GPU) || !offered.contains(DeviceShares.GPU));
        box.selectedProperty().addListener((on, before, now) -> changed.run());
        return box;
    }

    private Optional<Integer> number() {
        var text = replicas.getEditor().getText().trim();
        return text.matches("[0-9]{1,4}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    private List<String> shared() {
        return resources.getChildren().stream().map(CheckBox.class::cast).filter(CheckBox::isSelected)
                .map(box -> (String) box.getUserData()).toList();
    }

    /** What is to be written; empty where nothing is, or the answers make no sense. */
    private Optional<DeviceShares> written() {
        return switch (chosen()) {
            case TIME_SLICING -> number().map(each -> {
                var all = new TreeMap<String, Integer>();
                shared().forEach(resource -> all.put(resource, each));
                return new DeviceShares(SharingStrategy.TIME_SLICING, rename.isSelected(), onlyOne.isSelected(), all);
            });
            case MPS -> number().map(each -> new DeviceShares(SharingStrategy.MPS, rename.isSelected(), true,
                    new TreeMap<>(Map.of(DeviceShares.GPU, each))));
            case NONE -> Optional.of(DeviceShares.NONE);
            case NAMED, USUAL -> Optional.empty();
        };
    }

    /** How GPUs will be shared; empty while that is not known. */
    Optional<DeviceShares> shares(Optional<DeviceShares> usual) {
        return switch (chosen()) {
            case TIME_SLICING, MPS, NONE -> mistake().isEmpty() ? written() : Optional.empty();
            case NAMED -> Optional.ofNullable(known.get(String.valueOf(named.getValue())))
                    .filter(document -> !document.rejected()).map(ConfigDocument::shares);
            case USUAL -> usual;
        };
    }

    /** Whether the configuration is to be written, too. */
    boolean writes() {
        return written().isPresent();
    }

    /** Which configuration is to be taken; empty for none. */
    String key() {
        return switch (chosen()) {
            case NAMED -> String.valueOf(named.getValue());
            case USUAL -> "";
            case TIME_SLICING, MPS, NONE -> name.getText().isBlank() ? written().map(DeviceShares::key).orElse("")
                    : name.getText().trim();
        };
    }

    /** What is wrong with the answers; empty when nothing is. */
    String mistake() {
        return switch (chosen()) {
            case TIME_SLICING, MPS -> {
                int most = chosen() == How.MPS ? AdvertisedNodeDevices.MOST_CLIENTS : MOST;
                if (number().filter(each -> each >= DeviceShares.FEWEST && each <= most).isEmpty()) {
                    yield "A GPU has %d to %d shares".formatted(DeviceShares.FEWEST, most);
                }
                yield chosen() == How.TIME_SLICING && shared().isEmpty() ? "Choose what is shared" : wrongName();
            }
            case NONE -> wrongName();
            case NAMED -> named.getValue() == null ? "Choose a configuration" : "";
            case USUAL -> "";
        };
    }

    private String wrongName() {
        return key().matches("[-._a-zA-Z0-9]{1,63}") ? ""
                : "“%s” cannot be the name of a configuration".formatted(key());
    }
}
