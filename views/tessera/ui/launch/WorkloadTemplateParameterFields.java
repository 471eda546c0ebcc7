package tessera.ui.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.InvalidationListener;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateParameter;
import tessera.model.IanaTimeZoneNames;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** A field for each parameter of a template. FX thread. */
final class WorkloadTemplateParameterFields {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadTemplateParameterFields.class);
    private static final String TOLERATIONS = "tolerations";
    private static final String RESOURCE = "resource";
    private static final String QUEUE = "queue";
    /** Questions to which a cluster has answers to choose from, beside what is typed. */
    private static final Set<String> OFFERED = Set.of(RESOURCE, WorkloadTemplateParameter.NAMESPACE, "image",
            "fetchImage", "storageClass", "deviceClass", "select", "priority", QUEUE, "card");

    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("danger");

    private final WorkloadTemplate template;
    private final Runnable changed;
    private final VBox box = new VBox(14);
    private final Map<String, Supplier<String>> answers = new LinkedHashMap<>();
    private final Map<String, Consumer<String>> setters = new LinkedHashMap<>();
    private final Map<String, ComboBox<String>> choices = new LinkedHashMap<>();
    private final Map<String, TextField> texts = new LinkedHashMap<>();
    private final Map<String, Label> helpLabels = new LinkedHashMap<>();
    private Map<String, String> notesByKey = Map.of();
    private String devices = "";
    private final Label free = TextLabelFactory.wrapped("", "small", "muted");

    /**
     * Fields with what is usual.
     *
     * @param kept    what was answered for another template, and goes on to hold
     * @param changed called whenever an answer is another
     */
    WorkloadTemplateParameterFields(WorkloadTemplate template, Map<String, String> kept, Runnable changed) {
        this.template = template;
        this.changed = changed;
        box.getStyleClass().add("launch-fields");
        free.setId("launch-free");
        template.parameters().forEach(parameter -> box.getChildren()
                .add(createField(parameter, kept.getOrDefault(parameter.key(), parameter.defaultValue()))));
    }

    Node node() {
        return box;
    }

    private Node createField(WorkloadTemplateParameter parameter, String value) {
        var name = TextLabelFactory.label(parameter.title(), "strong");
        var answer = createAnswer(parameter, value);
        answer.setId("launch-" + parameter.key());
        name.setLabelFor(answer);
        var choice = choices.get(parameter.key());
        var field = new VBox(3, name,
                choice != null && choice.isEditable() ? new LeadingEllipsisComboBox(choice) : answer);
        if (parameter.key().equals(RESOURCE)) {
            field.getChildren().add(free);
        } else if (parameter.type() != WorkloadTemplateParameter.TemplateParameterType.FLAG) {
            var help = TextLabelFactory.wrapped(parameter.help(), "small", "muted");
            help.setId("launch-" + parameter.key() + "-help");
            helpLabels.put(parameter.key(), help);
            field.getChildren().add(help);
        }
        return field;
    }

    /** Marks the fields with wrong answers, and shows the reasons below them. */
    void markWrong(Map<String, String> wrong) {
        for (var parameter : template.parameters()) {
            var help = helpLabels.get(parameter.key());
            var reason = wrong.getOrDefault(parameter.key(), "");
            if (help != null) {
                help.setText(reason.isEmpty() ? helpText(parameter) : reason);
                help.pseudoClassStateChanged(WRONG, !reason.isEmpty());
            }
            Stream.of(texts.get(parameter.key()), choices.get(parameter.key())).filter(Objects::nonNull)
                    .forEach(field -> field.pseudoClassStateChanged(WRONG, !reason.isEmpty()));
            if (parameter.key().equals(RESOURCE)) {
                free.setText(OptionalText.orElse(reason, devices));
                free.pseudoClassStateChanged(WRONG, !reason.isEmpty());
            }
        }
    }

    /** Returns the help of a parameter with the remark on its choices. */
    private String helpText(WorkloadTemplateParameter parameter) {
        var remark = notesByKey.getOrDefault(parameter.key(), "");
        return SentenceJoiner.joinSentences(parameter.help(), remark);
    }

    private Node createAnswer(WorkloadTemplateParameter parameter, String value) {
        if (parameter.type() == WorkloadTemplateParameter.TemplateParameterType.FLAG) {
            var box = new CheckBox(parameter.help());
            box.setSelected(Boolean.parseBoolean(value));
            box.selectedProperty().addListener((property, before, now) -> changed.run());
            answers.put(parameter.key(), () -> Boolean.toString(box.isSelected()));
            setters.put(parameter.key(), text -> box.setSelected(Boolean.parseBoolean(text)));
            return box;
        }
        boolean zone = parameter.type() == WorkloadTemplateParameter.TemplateParameterType.ZONE;
        boolean offered = zone || OFFERED.contains(parameter.key());
        if (offered || !parameter.values().isEmpty()) {
            var choice = new ComboBox<String>();
            choice.setEditable(offered);
            choice.getItems().setAll(zone ? IanaTimeZoneNames.allNames() : parameter.values());
            putValue(choice, value);
            choice.setMaxWidth(Double.MAX_VALUE);
            choice.valueProperty().addListener((property, before, now) -> changed.run());
            choice.getEditor().textProperty().addListener((property, before, now) -> changed.run());
            choice.getEditor().textProperty()
                    .addListener((property, before, now) -> TooltipFactory.install(choice, now));
            choices.put(parameter.key(), choice);
            setters.put(parameter.key(), text -> putValue(choice, text));
            answers.put(parameter.key(),
                    () -> offered ? choice.getEditor().getText().strip() : String.valueOf(choice.getValue()));
            return choice;
        }
        var text = new TextField(value);
        text.setMinWidth(Region.USE_PREF_SIZE);
        if (parameter.type() == WorkloadTemplateParameter.TemplateParameterType.SCHEDULE) {
            text.getStyleClass().add("mono");
        }
        text.textProperty().addListener((property, before, now) -> changed.run());
        texts.put(parameter.key(), text);
        setters.put(parameter.key(), text::setText);
        answers.put(parameter.key(), () -> text.getText().strip());
        return text;
    }

    /** Sets answers that changed elsewhere; a field with the same value is not disturbed. */
    void setAnswers(Map<String, String> settings) {
        for (var parameter : template.parameters()) {
            var value = settings.getOrDefault(parameter.key(), parameter.defaultValue());
            if (!Objects.requireNonNull(answers.get(parameter.key())).get().equals(value)) {
                Objects.requireNonNull(setters.get(parameter.key())).accept(value);
            }
        }
    }

    /** Offers the cluster's choices. */
    void offerChoices(AvailableWorkloadLaunchChoices offered) {
        notesByKey = offered.remarks();
        fillChoices(WorkloadTemplateParameter.NAMESPACE, offered.namespaces());
        offered.choices().values().forEach(this::fillChoices);
        fillChoices(RESOURCE, offered.devices().stream()
                .map(AvailableWorkloadLaunchChoices.AvailableDeviceResource::resource).toList());
    }

    /** Sets an unanswered parameter to the best value, the default, or the first. */
    void setDefault(String key, List<String> values, String best) {
        var usual = template.parameters().stream().filter(parameter -> parameter.key().equals(key))
                .map(WorkloadTemplateParameter::defaultValue).findFirst().orElse("");
        String answer;
        if (values.contains(best)) {
            answer = best;
        } else if (values.contains(usual) || values.isEmpty()) {
            answer = usual;
        } else {
            answer = values.getFirst();
        }
        if (!answer.equals(usual) && !settings().containsKey(key) && choices.containsKey(key)) {
            putValue(Objects.requireNonNull(choices.get(key)), answer);
        }
    }

    /** Offers the queues of the chosen namespace. */
    void offerQueues(List<String> queues) {
        fillChoices(QUEUE, queues);
    }

    private void fillChoices(String key, List<String> values) {
        var choice = choices.get(key);
        if (choice != null && !choice.getItems().equals(values)) {
            var typed = choice.getEditor().getText();
            choice.getItems().setAll(values);
            putValue(choice, typed);
        }
    }

    /** Sets value and editor text of a choice, because the text follows only once it is visible. */
    private static void putValue(ComboBox<String> choice, String value) {
        choice.setValue(value);
        choice.getEditor().setText(value);
        choice.getEditor().end();
    }

    /** Shows the availability of the requested device, and the tolerations that are added by default. */
    void showAvailability(String devices, String tolerations) {
        this.devices = devices;
        free.setText(devices);
        var field = texts.get(TOLERATIONS);
        if (field != null) {
            field.setPromptText(OptionalText.orElse(tolerations, MESSAGES.text("choices.noTolerations")));
        }
    }

    /** Returns the settings that differ from the defaults. */
    Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        for (var parameter : template.parameters()) {
            var answer = answers.getOrDefault(parameter.key(), () -> "").get();
            if (!answer.equals(parameter.defaultValue())) {
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

    /**
     * An editable choice that shows the end of a long value behind an ellipsis, such as the tag of an image. A field by itself would cut a letter. FX thread.
     */
    private static final class LeadingEllipsisComboBox extends StackPane {

        private static final PseudoClass ENDED = PseudoClass.getPseudoClass("ended");

        private final TextField editor;
        private final Label end = new Label();

        LeadingEllipsisComboBox(ComboBox<String> choice) {
            editor = choice.getEditor();
            end.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
            end.setEllipsisString("…");
            end.setMouseTransparent(true);
            end.setMinWidth(0);
            end.setPrefWidth(0);
            end.textProperty().bind(editor.textProperty());
            end.fontProperty().bind(editor.fontProperty());
            end.maxWidthProperty().bind(editor.widthProperty());
            end.paddingProperty().bind(editor.paddingProperty());
            setAlignment(Pos.CENTER_LEFT);
            getChildren().setAll(choice, end);
            InvalidationListener changed = _ -> updateEnd();
            editor.focusedProperty().addListener(changed);
            editor.widthProperty().addListener(changed);
            editor.textProperty().addListener(changed);
            editor.fontProperty().addListener(changed);
            updateEnd();
        }

        private void updateEnd() {
            var text = new Text(editor.getText());
            text.setFont(editor.getFont());
            var room = editor.getWidth() - editor.getInsets().getLeft() - editor.getInsets().getRight();
            boolean ended = !editor.isFocused() && text.getLayoutBounds().getWidth() > room;
            end.setVisible(ended);
            editor.pseudoClassStateChanged(ENDED, ended);
        }
    }
}
