package tessera.ui.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.launch.TemplateParameter;
import tessera.launch.WorkloadTemplate;
import tessera.model.TimeZoneName;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.TooltipText;

/** A field for each thing that a template leaves open. FX thread. */
final class TemplateFields {

    private static final String TOLERATIONS = "tolerations";
    private static final String RESOURCE = "resource";
    private static final String QUEUE = "queue";
    /** Questions to which a cluster has answers to choose from, beside what is typed. */
    private static final Set<String> OFFERED = Set.of(RESOURCE, WorkloadTemplate.NAMESPACE, "image", "fetchImage",
            "storageClass", "deviceClass", "select", "priority", QUEUE, "card");

    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("danger");

    private final WorkloadTemplate template;
    private final Runnable changed;
    private final VBox box = new VBox(14);
    private final Map<String, Supplier<String>> answers = new LinkedHashMap<>();
    private final Map<String, Consumer<String>> setters = new LinkedHashMap<>();
    private final Map<String, ComboBox<String>> choices = new LinkedHashMap<>();
    private final Map<String, TextField> texts = new LinkedHashMap<>();
    private final Map<String, Label> helps = new LinkedHashMap<>();
    private Map<String, String> remarks = Map.of();
    private String devices = "";
    private final Label free = SelectableText.wrapped("", "small", "muted");

    /**
     * Fields with what is usual.
     *
     * @param kept    what was answered for another template, and goes on to hold
     * @param changed called whenever an answer is another
     */
    TemplateFields(WorkloadTemplate template, Map<String, String> kept, Runnable changed) {
        this.template = template;
        this.changed = changed;
        box.getStyleClass().add("launch-fields");
        free.setId("launch-free");
        template.parameters().forEach(parameter -> box.getChildren()
                .add(field(parameter, kept.getOrDefault(parameter.key(), parameter.usual()))));
    }

    Node node() {
        return box;
    }

    private Node field(TemplateParameter parameter, String value) {
        var name = SelectableText.label(parameter.title(), "strong");
        var answer = answer(parameter, value);
        answer.setId("launch-" + parameter.key());
        name.setLabelFor(answer);
        var choice = choices.get(parameter.key());
        var field = new VBox(3, name, choice != null && choice.isEditable() ? new EndShown(choice) : answer);
        if (parameter.key().equals(RESOURCE)) {
            field.getChildren().add(free);
        } else if (parameter.type() != TemplateParameter.ParameterType.FLAG) {
            var help = SelectableText.wrapped(parameter.help(), "small", "muted");
            help.setId("launch-" + parameter.key() + "-help");
            helps.put(parameter.key(), help);
            field.getChildren().add(help);
        }
        return field;
    }

    /** Marks the fields whose answers are wrong, and says below them why. */
    void blame(Map<String, String> wrong) {
        for (var parameter : template.parameters()) {
            var help = helps.get(parameter.key());
            var why = wrong.getOrDefault(parameter.key(), "");
            if (help != null) {
                help.setText(why.isEmpty() ? help(parameter) : why);
                help.pseudoClassStateChanged(WRONG, !why.isEmpty());
            }
            Stream.of(texts.get(parameter.key()), choices.get(parameter.key())).filter(Objects::nonNull)
                    .forEach(field -> field.pseudoClassStateChanged(WRONG, !why.isEmpty()));
            if (parameter.key().equals(RESOURCE)) {
                free.setText(why.isEmpty() ? devices : why);
                free.pseudoClassStateChanged(WRONG, !why.isEmpty());
            }
        }
    }

    /** What is asked, and what is to be told of what there is to choose from. */
    private String help(TemplateParameter parameter) {
        var remark = remarks.getOrDefault(parameter.key(), "");
        return remark.isEmpty() ? parameter.help() : parameter.help() + ". " + remark;
    }

    private Node answer(TemplateParameter parameter, String value) {
        if (parameter.type() == TemplateParameter.ParameterType.FLAG) {
            var box = new CheckBox(parameter.help());
            box.setSelected(Boolean.parseBoolean(value));
            box.selectedProperty().addListener((property, before, now) -> changed.run());
            answers.put(parameter.key(), () -> Boolean.toString(box.isSelected()));
            setters.put(parameter.key(), text -> box.setSelected(Boolean.parseBoolean(text)));
            return box;
        }
        boolean zone = parameter.type() == TemplateParameter.ParameterType.ZONE;
        boolean offered = zone || OFFERED.contains(parameter.key());
        if (offered || !parameter.values().isEmpty()) {
            var choice = new ComboBox<String>();
            choice.setEditable(offered);
            choice.getItems().setAll(zone ? TimeZoneName.all() : parameter.values());
            put(choice, value);
            choice.setMaxWidth(Double.MAX_VALUE);
            choice.valueProperty().addListener((property, before, now) -> changed.run());
            choice.getEditor().textProperty().addListener((property, before, now) -> changed.run());
            choice.getEditor().textProperty().addListener((property, before, now) -> TooltipText.on(choice, now));
            choices.put(parameter.key(), choice);
            setters.put(parameter.key(), text -> put(choice, text));
            answers.put(parameter.key(), () -> offered ? choice.getEditor().getText().strip()
                    : String.valueOf(choice.getValue()));
            return choice;
        }
        var text = new TextField(value);
        text.setMinWidth(Region.USE_PREF_SIZE);
        if (parameter.type() == TemplateParameter.ParameterType.SCHEDULE) {
            text.getStyleClass().add("mono");
        }
        text.textProperty().addListener((property, before, now) -> changed.run());
        texts.put(parameter.key(), text);
        setters.put(parameter.key(), text::setText);
        answers.put(parameter.key(), () -> text.getText().strip());
        return text;
    }

    /** Answers as they are typed elsewhere; whoever writes in a field that says the same already is not disturbed. */
    void answer(Map<String, String> settings) {
        for (var parameter : template.parameters()) {
            var value = settings.getOrDefault(parameter.key(), parameter.usual());
            if (!Objects.requireNonNull(answers.get(parameter.key())).get().equals(value)) {
                Objects.requireNonNull(setters.get(parameter.key())).accept(value);
            }
        }
    }

    /** What the cluster has to choose from. */
    void offer(LaunchOffer offered) {
        remarks = offered.remarks();
        fill(WorkloadTemplate.NAMESPACE, offered.namespaces());
        offered.choices().values().forEach(this::fill);
        fill(RESOURCE, offered.devices().stream().map(LaunchOffer.OfferedDevice::resource).toList());
    }

    /** Answers with one of some values where nobody has said otherwise: with the best, the usual one, or the first. */
    void settle(String key, List<String> values, String best) {
        var usual = template.parameters().stream().filter(parameter -> parameter.key().equals(key))
                .map(TemplateParameter::usual).findFirst().orElse("");
        var answer = values.contains(best) ? best
                : values.contains(usual) || values.isEmpty() ? usual : values.getFirst();
        if (!answer.equals(usual) && !settings().containsKey(key) && choices.containsKey(key)) {
            put(Objects.requireNonNull(choices.get(key)), answer);
        }
    }

    /** The queues of the namespace that is answered by now. */
    void offerQueues(List<String> queues) {
        fill(QUEUE, queues);
    }

    private void fill(String key, List<String> values) {
        var choice = choices.get(key);
        if (choice != null && !choice.getItems().equals(values)) {
            var typed = choice.getEditor().getText();
            choice.getItems().setAll(values);
            put(choice, typed);
        }
    }

    /** A list has a value, and what can be typed over it, which follows only once it is seen. */
    private static void put(ComboBox<String> choice, String value) {
        choice.setValue(value);
        choice.getEditor().setText(value);
        choice.getEditor().end();
    }

    /** Says what is free of the device that is asked for, and what is tolerated where nothing is typed. */
    void tell(String devices, String tolerations) {
        this.devices = devices;
        free.setText(devices);
        var field = texts.get(TOLERATIONS);
        if (field != null) {
            field.setPromptText(tolerations.isEmpty() ? "none are needed" : tolerations);
        }
    }

    /** What is set otherwise than is usual. */
    Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        for (var parameter : template.parameters()) {
            var answer = answers.getOrDefault(parameter.key(), () -> "").get();
            if (!answer.equals(parameter.usual())) {
                settings.put(parameter.key(), answer);
            }
        }
        return settings;
    }

    void focus() {
        texts.values().stream().findFirst().ifPresent(field -> {
            field.requestFocus();
            field.selectAll();
        });
    }
}
