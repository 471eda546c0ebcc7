package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;
import tessera.mig.NodeMigLayoutDraft;
import tessera.text.MessageCatalog;
import tessera.ui.change.mig.DrawnMigGpuColumn.GpuSlotAppearance;
import tessera.ui.change.mig.DrawnMigGpuColumn.MigColumnSegment;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/**
 * Editor of a custom MIG layout, composed on a drawing by pointer or keyboard. A size is dragged to a GPU, or chosen and
 * added where one clicks; it is taken only where it fits, and else the reason is told. FX thread.
 */
public final class MigLayoutEditor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigLayoutEditor.class);
    private static final double FAINT = 0.5;

    private final ObjectProperty<Optional<NodeMigLayoutDraft>> composed = new SimpleObjectProperty<>(Optional.empty());
    private final ToggleGroup sizes = new ToggleGroup();
    private final FlowPane palette = new FlowPane(6, 6);
    private final HBox columns = new HBox(8);
    private final List<MigComposerGpuPane> gpus = new ArrayList<>();
    private final Label messageLabel = TextLabelFactory.wrapped("", "small", "muted");
    private final TextField requests = InputControlFactory.textField("mig-requests",
            MESSAGES.text("editor.requestsPrompt"));
    private final VBox node;
    private @Nullable MigLayoutDraft draft;
    private @Nullable MigPlacement lit;
    private int litGpu = -1;

    /** One that has nothing to compose yet. */
    public MigLayoutEditor() {
        palette.setId("mig-sizes");
        columns.setId("mig-composer");
        columns.setFocusTraversable(true);
        columns.getStyleClass().add("composer");
        columns.addEventHandler(KeyEvent.KEY_PRESSED, this::onKey);
        messageLabel.setId("mig-told");
        requests.setOnAction(_ -> layOutRequests());
        HBox.setHgrow(requests, Priority.ALWAYS);
        sizes.selectedToggleProperty().addListener((_, _, chosen) -> chooseProfileOf(chosen));
        var tools = new FlowPane(6, 6, toolButton(MESSAGES.text("editor.fill"), "mig-fill", MigLayoutDraft::fillGpu),
                toolButton(MESSAGES.text("editor.remove"), "mig-remove", MigLayoutDraft::removeInstance),
                toolButton(MESSAGES.text("editor.clear"), "mig-clear", MigLayoutDraft::clearGpu),
                toolButton(MESSAGES.text("editor.whole"), "mig-whole", MigLayoutDraft::leaveWhole),
                toolButton(MESSAGES.text("editor.copy"), "mig-same", MigLayoutDraft::copyToAllGpus));
        var serve = new HBox(6, requests, toolButton(MESSAGES.text("editor.layOut"), "mig-serve",
                layoutDraft -> layoutDraft.layOutRequests(requests.getText())));
        var keys = TextLabelFactory.wrapped(MESSAGES.text("editor.keys"), "small", "muted");
        node = new VBox(12, palette, columns, messageLabel, tools, serve, keys);
    }

    private void layOutRequests() {
        edit(layoutDraft -> layoutDraft.layOutRequests(requests.getText()));
    }

    private void chooseProfileOf(@Nullable Toggle chosen) {
        if (chosen != null) {
            edit(layoutDraft -> layoutDraft.chooseProfile((MigProfile) chosen.getUserData()));
        }
    }

    private Button toolButton(String text, String id, Consumer<MigLayoutDraft> action) {
        return InputControlFactory.button(id, text, () -> edit(action));
    }

    public Node node() {
        return node;
    }

    /** Returns the composition; empty while there is nothing to compose. */
    public ReadOnlyObjectProperty<Optional<NodeMigLayoutDraft>> composedProperty() {
        return composed;
    }

    /** Starts from a composition. */
    public void beginWith(NodeMigLayoutDraft start) {
        var before = draft;
        if (before != null && before.composition().product().equals(start.product())
                && before.composition().gpus().size() == start.gpus().size()) {
            edit(layoutDraft -> layoutDraft.setComposition(start));
            return;
        }
        var newLayoutDraft = new MigLayoutDraft(start);
        draft = newLayoutDraft;
        offerSizes(start);
        gpus.clear();
        for (int index = 0; index < start.gpus().size(); index++) {
            var column = new MigComposerGpuPane(index, newLayoutDraft.units(), gestureHandler());
            HBox.setHgrow(column, Priority.ALWAYS);
            gpus.add(column);
        }
        columns.getChildren().setAll(gpus);
        edit(layoutDraft -> {});
    }

    private void edit(Consumer<MigLayoutDraft> action) {
        var layoutDraft = draft;
        if (layoutDraft != null) {
            action.accept(layoutDraft);
            composed.set(Optional.of(layoutDraft.composition()));
            paint(layoutDraft);
        }
    }

    private MigComposerGpuPane.GpuGestureHandler gestureHandler() {
        return new MigComposerGpuPane.GpuGestureHandler() {
            @Override
            public void press(int gpu, int unit, boolean again) {
                columns.requestFocus();
                edit(layoutDraft -> {
                    layoutDraft.moveCursor(gpu, unit);
                    if (layoutDraft.instanceAtCursor().isEmpty()) {
                        layoutDraft.addInstance();
                    } else if (again) {
                        layoutDraft.removeInstance();
                    }
                });
            }

            @Override
            public void hover(int gpu) {
                litGpu = gpu;
                edit(layoutDraft -> lit = gpu < 0 ? null : layoutDraft.placementOn(gpu).orElse(null));
            }

            @Override
            public void drop(int gpu, int unit) {
                lit = null;
                columns.requestFocus();
                edit(layoutDraft -> {
                    layoutDraft.moveCursor(gpu, unit);
                    layoutDraft.addInstance();
                });
            }
        };
    }

    private void offerSizes(NodeMigLayoutDraft start) {
        palette.getChildren().clear();
        sizes.getToggles().clear();
        for (var size : start.product().profiles()) {
            var name = size.profile().name();
            var chip = LayoutBoxFactory.withStyle(new ToggleButton(name), "mig-chip", "mono");
            chip.setToggleGroup(sizes);
            chip.setUserData(size.profile());
            chip.setId("mig-size-" + name.replace('.', '-').replace('+', '-'));
            chip.setCursor(Cursor.OPEN_HAND);
            chip.setOnDragDetected(event -> {
                chip.setSelected(true);
                chip.startFullDrag();
            });
            palette.getChildren().add(chip);
        }
    }

    private void paint(MigLayoutDraft layoutDraft) {
        sizes.getToggles().forEach(toggle -> ((Node) toggle)
                .setOpacity(layoutDraft.fitsAnyGpu((MigProfile) toggle.getUserData()) ? 1 : FAINT));
        for (int index = 0; index < gpus.size(); index++) {
            gpus.get(index).show(gpuState(layoutDraft, index));
        }
        messageLabel.setText(layoutDraft.messageText());
        columns.setAccessibleText(
                MESSAGES.text("editor.position", layoutDraft.gpu(), layoutDraft.unit(), layoutDraft.messageText()));
    }

    private MigComposerGpuPane.ComposerGpuState gpuState(MigLayoutDraft layoutDraft, int index) {
        var composition = layoutDraft.composition();
        var open = layoutDraft.placementOn(index).map(List::of).orElse(List.of());
        var column = composition.gpus().get(index)
                .map(layout -> DrawnMigGpuColumn.of(layout, index, GpuSlotAppearance.MADE)).orElseGet(
                        () -> new DrawnMigGpuColumn(
                                index, List.of(new MigColumnSegment(0, 1, GpuSlotAppearance.FREE,
                                        DrawnMigGpuColumn.WHOLE, MESSAGES.text("gpu.wholeTooltip"))),
                                MESSAGES.text("gpu.whole", index)));
        return new MigComposerGpuPane.ComposerGpuState(column, open,
                index == layoutDraft.gpu() ? layoutDraft.unit() : -1, index == litGpu ? lit : null);
    }

    private void onKey(KeyEvent event) {
        if (event.isShortcutDown()) {
            return;
        }
        Consumer<MigLayoutDraft> action = switch (event.getCode()) {
            case LEFT -> layoutDraft -> layoutDraft.moveCursor(layoutDraft.gpu() - 1, layoutDraft.unit());
            case RIGHT -> layoutDraft -> layoutDraft.moveCursor(layoutDraft.gpu() + 1, layoutDraft.unit());
            case UP -> layoutDraft -> layoutDraft.moveCursor(layoutDraft.gpu(), layoutDraft.unit() - 1);
            case DOWN -> layoutDraft -> layoutDraft.moveCursor(layoutDraft.gpu(), layoutDraft.unit() + 1);
            case ENTER, SPACE -> MigLayoutDraft::addInstance;
            case DELETE, BACK_SPACE -> MigLayoutDraft::removeInstance;
            case F -> MigLayoutDraft::fillGpu;
            case A -> MigLayoutDraft::copyToAllGpus;
            case C -> MigLayoutDraft::clearGpu;
            case W -> MigLayoutDraft::leaveWhole;
            default -> null;
        };
        if (action != null) {
            edit(action);
            event.consume();
        } else if (event.getCode().isDigitKey()) {
            chooseSize(event.getCode());
            event.consume();
        }
    }

    private void chooseSize(KeyCode digit) {
        int at = digit.getChar().charAt(0) - '1';
        if (at >= 0 && at < sizes.getToggles().size()) {
            sizes.selectToggle(sizes.getToggles().get(at));
        }
    }

    /** A GPU in the layout composer, its memory to scale from the top. FX thread. */
    private static final class MigComposerGpuPane extends Pane {

        static final double HEIGHT = 216;
        private static final double WIDTH = 76;
        private static final double MARK = 20;
        private static final double LINE = 14;

        private record PositionedJavaFxNode(Node node, double start, double end, double inset) {}

        private final List<PositionedJavaFxNode> laid = new ArrayList<>();
        private final Label gpuLabel;
        private final int units;

        /** Handler of pointer gestures on a GPU. */
        interface GpuGestureHandler {

            void press(int gpu, int unit, boolean again);

            void hover(int gpu);

            void drop(int gpu, int unit);
        }

        /**
         * State of a GPU in the composer: slots, possible placements, cursor and drop target.
         *
         * @param possiblePlacements   where an instance of the size that is chosen would lie
         * @param cursor the unit that the keyboard is at; −1 where it is at another GPU
         * @param dropTarget    where an instance would come that is dragged over it; null for nowhere
         */
        record ComposerGpuState(DrawnMigGpuColumn column, List<MigPlacement> possiblePlacements, int cursor,
                @Nullable MigPlacement dropTarget) {}

        MigComposerGpuPane(int index, int units, GpuGestureHandler gestureHandler) {
            this.units = units;
            gpuLabel = TextLabelFactory.label(MESSAGES.text("gpu.plain", index), "gpu-mark");
            setId("mig-gpu-" + index);
            getStyleClass().add("composed-gpu");
            setPrefSize(WIDTH, HEIGHT + MARK);
            setMinSize(28, HEIGHT + MARK);
            setMaxWidth(WIDTH);
            setOnMouseClicked(event -> {
                if (event.getButton() == MouseButton.PRIMARY) {
                    gestureHandler.press(index, unitAt(event.getY()), event.getClickCount() > 1);
                }
            });
            setOnMouseDragOver(event -> gestureHandler.hover(index));
            setOnMouseDragExited(event -> gestureHandler.hover(-1));
            setOnMouseDragReleased(event -> gestureHandler.drop(index, unitAt(event.getY())));
        }

        private int unitAt(double y) {
            return Math.clamp((int) (y / HEIGHT * units), 0, units - 1);
        }

        void show(ComposerGpuState face) {
            laid.clear();
            for (var slot : face.column().slots()) {
                var name = TextLabelFactory.label(slot.name(), "gpu-slot-name");
                if (slot.size() * HEIGHT < LINE) {
                    name.setText("");
                }
                var box = new StackPane(name);
                box.getStyleClass().addAll("gpu-slot",
                        slot.appearance() == GpuSlotAppearance.HELD ? "made" : slot.appearance().styleClass());
                if (slot.isWholeGpu()) {
                    box.getStyleClass().add("whole");
                }
                Tooltip.install(box, new Tooltip(slot.tooltipText()));
                laid.add(new PositionedJavaFxNode(box, slot.start(), slot.end(), 0));
            }
            for (var placement : face.possiblePlacements()) {
                laid.add(outlineNode(placement, "gpu-open", 3));
            }
            if (face.dropTarget() != null) {
                laid.add(outlineNode(face.dropTarget(), "gpu-lit", 0));
            }
            if (face.cursor() >= 0) {
                laid.add(outlineNode(new MigPlacement(face.cursor(), 1), "gpu-cursor", 0));
            }
            gpuLabel.getStyleClass().removeAll("strong");
            if (face.cursor() >= 0) {
                gpuLabel.getStyleClass().add("strong");
            }
            getChildren().setAll(laid.stream().map(PositionedJavaFxNode::node).toList());
            getChildren().add(gpuLabel);
            setAccessibleText(face.column().accessibleText());
        }

        private PositionedJavaFxNode outlineNode(MigPlacement placement, String style, double inset) {
            var region = LayoutBoxFactory.withStyle(new Region(), style);
            region.setMouseTransparent(true);
            return new PositionedJavaFxNode(region, (double) placement.start() / units,
                    (double) placement.end() / units, inset);
        }

        @Override
        protected void layoutChildren() {
            for (var one : laid) {
                double top = Math.rint(one.start() * HEIGHT) + one.inset();
                double bottom = Math.rint(one.end() * HEIGHT) - (one.end() < 1 ? 1 : 0) - one.inset();
                one.node().resizeRelocate(one.inset(), top, Math.max(1, getWidth() - 2 * one.inset()),
                        Math.max(2, bottom - top));
            }
            gpuLabel.autosize();
            gpuLabel.relocate(Math.rint((getWidth() - gpuLabel.getWidth()) / 2), HEIGHT + 4);
        }
    }
}
