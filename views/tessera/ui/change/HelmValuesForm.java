package tessera.ui.change;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.HelmRepositoryCredentials;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.operator.HelmChartValueAdvice;
import tessera.plan.operator.HelmReleaseImageList;
import tessera.plan.operator.HelmValues;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.change.HelmValuesForm.HelmValuesSidePages.HelmChartValuePageKind;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Form for the chart and the Helm values of a release: install, upgrade or change values. */
final class HelmValuesForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmValuesForm.class);

    /** The kind of release change that the form is for. */
    enum HelmReleaseChangeKind {
        INSTALL("release.installOperator", true),
        UPGRADE("release.upgradeOperator", true),
        VALUES("release.operatorValues", true),
        /** Of an exporter, a device plugin by itself, or another maker's operator. */
        OTHER("release.installOther", false),
        OTHER_UPGRADE("release.upgradeOther", false),
        OTHER_VALUES("release.otherValues", false);

        private final String titleKey;
        /** What can be asked in words is known of the GPU operator only. */
        private final boolean operator;

        HelmReleaseChangeKind(String titleKey, boolean operator) {
            this.titleKey = titleKey;
            this.operator = operator;
        }

        String title() {
            return MESSAGES.text(titleKey);
        }

        private boolean isInstall() {
            return this == INSTALL || this == OTHER;
        }

        /** Returns whether the chart that Helm has recorded may be kept. */
        private boolean canKeepChart() {
            return this == VALUES || this == OTHER_VALUES;
        }
    }

    private final HelmReleaseChangeKind kind;
    private final HelmReleaseNameField nameField = new HelmReleaseNameField();
    private final ObservableValue<HelmReleaseNamespacedName> release;
    private final OpenClusterSource services;
    private final HelmChartSourceField chart;
    private final HelmChartValuesEditor values = new HelmChartValuesEditor();
    private final HelmValuesSidePages pages;
    /** Whether somebody has asked for the intent. */
    private boolean asked;

    HelmValuesForm(HelmReleaseChangeKind kind, HelmReleaseNamespacedName release, OpenClusterSource services) {
        super(kind.title(), kind == HelmReleaseChangeKind.OTHER ? "" : release.toString());
        this.kind = kind;
        this.release = kind == HelmReleaseChangeKind.OTHER ? nameField.release() : new SimpleObjectProperty<>(release);
        this.services = services;
        pages = new HelmValuesSidePages(kind == HelmReleaseChangeKind.INSTALL ? List.of(HelmChartValuePageKind.values())
                : List.of(HelmChartValuePageKind.YAML, HelmChartValuePageKind.IMAGES));
        chart = kind.operator ? new HelmChartSourceField(kind.canKeepChart())
                : new HelmChartSourceField(kind.canKeepChart()).acceptAnyChart();
        var whole = new VBox(24, chart.node(),
                new VBox(8,
                        new HBox(8, TextLabelFactory.label(MESSAGES.text("values.title"), "strong"),
                                TextLabelFactory.shrinkable(valuesHintText(kind), "small", "muted")),
                        questionsPane(services)));
        VBox.setVgrow(whole.getChildren().getLast(), Priority.ALWAYS);
        if (kind == HelmReleaseChangeKind.OTHER) {
            whole.getChildren().addFirst(nameField.node());
        }
        whole.getStyleClass().add("change-form");
        setRoomyContent(whole);
        var answers = Stream.concat(chart.answers().stream(),
                Stream.of(values.yamlProperty(), values.mistakeProperty(), this.release));
        evaluateWith(this::evaluate, answers.toArray(Observable[]::new));
        if (kind.operator && !kind.isInstall()) {
            showInheritedValues();
        }
    }

    /** Shows the values of the chart and the release that apply where nothing is set here, as far as Helm knows them. */
    private void showInheritedValues() {
        var backgroundQuery = new BackgroundQuery<InheritedHelmValues>(
                inheritedValues -> values.setInherited(inheritedValues.chart(), inheritedValues.release()), _ -> {
                    // The questions stay without it.
                });
        backgroundQuery.submit(() -> {
            var known = services.clusterServices().planLookups().releases().readRelease(release.getValue(),
                    Optional.empty());
            if (known.isEmpty()) {
                return new InheritedHelmValues(HelmValues.emptyValues(), HelmValues.emptyValues());
            }
            return new InheritedHelmValues(HelmValues.read(known.get().detail().defaultValues()),
                    HelmValues.read(known.get().values()));
        });
    }

    /** Values of the chart and of the release that apply where nothing is set here. */
    private record InheritedHelmValues(HelmValues chart, HelmValues release) {}

    /** Sets the chart that the release is of, as far as Helm knows it, and returns this form. */
    HelmValuesForm withChart(String name) {
        chart.setChart(name);
        return this;
    }

    /** Returns the questions for values with the YAML, images and preflight pages beside them. */
    private Node questionsPane(OpenClusterSource services) {
        pages.setContent(HelmChartValuePageKind.YAML, values.yamlNode());
        if (kind == HelmReleaseChangeKind.INSTALL) {
            var platform = new GpuStackPlatformPage(services, release,
                    () -> chart.source().map(HelmChartSource::version).orElse(""), this::applyAdvice);
            pages.setContent(HelmChartValuePageKind.PLATFORM, platform.node());
            pages.onShow(HelmChartValuePageKind.PLATFORM, platform::refresh);
            var preflight = new HelmInstallPreflightPage(services,
                    () -> new GpuStackReleaseIntent.InstallReleaseIntent(release.getValue(),
                            chart.source().orElse(SetReleaseValuesIntent.RECORDED), values.yamlProperty().get()));
            pages.setContent(HelmChartValuePageKind.PREFLIGHT, preflight.node());
            pages.onShow(HelmChartValuePageKind.PREFLIGHT, preflight::refresh);
        }
        pages.setContent(HelmChartValuePageKind.IMAGES,
                new HelmReleaseImagesPage(services, this::readIntent, this::applyAdvice).node());
        HBox.setHgrow(pages.node(), Priority.ALWAYS);
        var both = kind.operator ? new HBox(24, values.questionsNode(), pages.node()) : new HBox(pages.node());
        VBox.setVgrow(both, Priority.ALWAYS);
        return both;
    }

    private void applyAdvice(List<HelmChartValueAdvice> advised) {
        values.addValues(advised);
        pages.show(HelmChartValuePageKind.YAML);
    }

    private static String valuesHintText(HelmReleaseChangeKind kind) {
        if (kind.isInstall()) {
            return MESSAGES.text("values.installWhy");
        }
        return MESSAGES.text("values.mergeWhy");
    }

    private String problemText() {
        if (!values.mistakeProperty().get().isEmpty()) {
            return values.mistakeProperty().get();
        }
        if (!release.getValue().isValid()) {
            return MESSAGES.text("release.nameInvalid");
        }
        return chart.problemProperty().getValue();
    }

    private void evaluate() {
        if (asked) {
            signIn();
        }
        setResult(problemText(), () -> readIntent().orElseThrow());
    }

    /** A form that is never shown, because another has stepped aside, signs in nowhere. */
    @Override
    ObservableValue<Optional<ChangeIntent>> intent() {
        if (!asked) {
            asked = true;
            signIn();
        }
        return super.intent();
    }

    private Optional<ChangeIntent> readIntent() {
        if (!problemText().isEmpty()) {
            return Optional.empty();
        }
        var yaml = values.yamlProperty().get();
        return chart.source().map(source -> switch (kind) {
            case INSTALL, OTHER -> new GpuStackReleaseIntent.InstallReleaseIntent(release.getValue(), source, yaml);
            case UPGRADE, OTHER_UPGRADE ->
                new GpuStackReleaseIntent.UpgradeReleaseIntent(release.getValue(), source, yaml);
            case VALUES, OTHER_VALUES -> new SetReleaseValuesIntent(release.getValue(), source, yaml);
        });
    }

    /** Signs in to the chart repository at once, because the pages beside the form request the chart, too. */
    private void signIn() {
        if (problemText().isEmpty()) {
            chart.source().flatMap(chart::login).ifPresent(this::signIn);
        }
    }

    private void signIn(HelmRepositoryCredentials credentials) {
        try {
            services.clusterServices().planLookups().releases().signIn(credentials);
        } catch (ProblemException _) {
            // An address that is none is told by the preview, and a cluster that was left asks for no chart.
        }
    }

    @Override
    protected void focus() {
        if (kind == HelmReleaseChangeKind.OTHER) {
            nameField.focus();
        } else if (kind.canKeepChart()) {
            values.yamlNode().requestFocus();
        } else {
            chart.focus();
        }
    }

    /** Form field for the name and namespace of a new release. */
    static final class HelmReleaseNameField {

        private final TextField name = new TextField();
        private final TextField namespace = new TextField();
        private final ObservableValue<HelmReleaseNamespacedName> release = Bindings.createObjectBinding(
                () -> new HelmReleaseNamespacedName(name.getText().trim(), namespace.getText().trim()),
                name.textProperty(), namespace.textProperty());
        private final Node node;

        HelmReleaseNameField() {
            name.setId("release-name");
            name.setPromptText(MESSAGES.text("release.namePrompt"));
            namespace.setId("release-namespace");
            namespace.setPromptText(MESSAGES.text("release.namespacePrompt"));
            node = new VBox(12, TextLabelFactory.label(MESSAGES.text("release.release"), "strong"),
                    HelmChartSourceField.inThirds(
                            HelmChartSourceField.question(MESSAGES.text("chart.name"), name,
                                    MESSAGES.text("release.nameWhy")),
                            HelmChartSourceField.question(MESSAGES.text("release.namespace"), namespace,
                                    MESSAGES.text("release.installNamespaceWhy")),
                            new VBox()));
        }

        Node node() {
            return node;
        }

        ObservableValue<HelmReleaseNamespacedName> release() {
            return release;
        }

        void focus() {
            name.requestFocus();
        }
    }

    /** Pages beside the questions for values, one shown at a time. FX thread. */
    static final class HelmValuesSidePages {

        /** The pages beside the questions: YAML, platform, preflight checks, images. */
        enum HelmChartValuePageKind {
            YAML("values.yaml"),
            PREFLIGHT("values.preflight"),
            PLATFORM("platform.name"),
            IMAGES("images.title");

            private final String titleKey;

            HelmChartValuePageKind(String titleKey) {
                this.titleKey = titleKey;
            }

            String title() {
                return MESSAGES.text(titleKey);
            }
        }

        private final SegmentedChoiceControl<HelmChartValuePageKind> choice;
        private final Map<HelmChartValuePageKind, Node> pages = new EnumMap<>(HelmChartValuePageKind.class);
        private final StackPane contentPane = new StackPane();
        private final VBox node;

        HelmValuesSidePages(List<HelmChartValuePageKind> order) {
            choice = new SegmentedChoiceControl<>("values-page", order, HelmChartValuePageKind::title);
            choice.chosenProperty().addListener((property, before, page) -> showChosen());
            VBox.setVgrow(contentPane, Priority.ALWAYS);
            node = new VBox(8, choice.node(), contentPane);
        }

        /** Sets the content of a page. */
        HelmValuesSidePages setContent(HelmChartValuePageKind page, Node content) {
            pages.put(page, content);
            showChosen();
            return this;
        }

        /** Registers an action that runs whenever a page comes into sight. */
        void onShow(HelmChartValuePageKind page, Runnable deed) {
            choice.chosenProperty().addListener((property, before, displayedHelmValuesSidePage) -> {
                if (displayedHelmValuesSidePage == page) {
                    deed.run();
                }
            });
        }

        private void showChosen() {
            var content = pages.get(choice.chosenProperty().get());
            contentPane.getChildren().setAll(content == null ? List.of() : List.of(content));
        }

        Node node() {
            return node;
        }

        void show(HelmChartValuePageKind page) {
            choice.chosenProperty().set(page);
        }
    }

    /** Page with the images that a release needs, and the registry to pull them from. FX thread. */
    private static final class HelmReleaseImagesPage {

        private final OpenClusterSource services;
        private final Supplier<Optional<ChangeIntent>> intentSupplier;
        private final Consumer<List<HelmChartValueAdvice>> use;
        private final TextField registry = InputControlFactory.textField("images-registry",
                MESSAGES.text("images.registryPrompt"));
        private final Button take = new Button(MESSAGES.text("images.use"));
        private final VBox contentBox = new VBox(8);
        private final Node node;
        private final BackgroundQuery<HelmReleaseImageList> backgroundQuery = new BackgroundQuery<>(this::show,
                this::showProblem);

        /** @param use takes the values by which images come from the registry */
        HelmReleaseImagesPage(OpenClusterSource services, Supplier<Optional<ChangeIntent>> intentSupplier,
                Consumer<List<HelmChartValueAdvice>> use) {
            this.services = services;
            this.intentSupplier = intentSupplier;
            this.use = use;
            registry.setAccessibleText(MESSAGES.text("images.registry"));
            HBox.setHgrow(registry, Priority.ALWAYS);
            var list = InputControlFactory.button("images-list", MESSAGES.text("images.list"), this::query);
            take.setId("images-use");
            take.setDisable(true);
            var line = LayoutBoxFactory.row(8, registry, list, take);
            contentBox.setId("images");
            contentBox.getChildren().setAll(TextLabelFactory.wrapped(MESSAGES.text("images.why"), "small", "muted"));
            VBox.setVgrow(contentBox, Priority.ALWAYS);
            node = new VBox(12, line, contentBox);
        }

        Node node() {
            return node;
        }

        private void query() {
            take.setDisable(true);
            var mirror = registry.getText().trim();
            if (intentSupplier.get().orElse(null) instanceof GpuStackReleaseIntent release) {
                contentBox.getChildren().setAll(TextLabelFactory.label(MESSAGES.text("images.rendering"), "muted"));
                backgroundQuery.submit(() -> services.clusterServices().planRunner().listImages(release, mirror));
            }
        }

        private void show(HelmReleaseImageList needs) {
            var text = String.join("\n", needs.images());
            var area = LayoutBoxFactory.withStyle(new TextArea(text), "mono");
            area.setId("images-text");
            area.setEditable(false);
            VBox.setVgrow(area, Priority.ALWAYS);
            contentBox.getChildren()
                    .setAll(ChangePageBlockFactory.sectionHead(MESSAGES.text("images.count", needs.images().size()),
                            needs.rewritten().isEmpty() ? MESSAGES.text("images.fromChart")
                                    : MESSAGES.text("images.fromRegistry"),
                            ChangePageBlockFactory.copyLink(MESSAGES.text("preview.copy"), text)), area);
            if (!needs.strays().isEmpty()) {
                contentBox.getChildren().add(TextLabelFactory.withSign(StatusGlyph.WARNING,
                        MESSAGES.text("images.strays", String.join(", ", needs.strays()))));
            }
            take.setDisable(needs.rewritten().isEmpty());
            take.setOnAction(event -> use.accept(needs.rewritten()));
        }

        private void showProblem(Problem problem) {
            contentBox.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
        }
    }
}
