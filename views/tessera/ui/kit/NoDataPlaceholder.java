package tessera.ui.kit;

import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Placeholder in place of data, with the reason why there is none. Shows the content as soon as there is. FX thread. */
public final class NoDataPlaceholder extends StackPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NoDataPlaceholder.class);

    /** The style class of a part of the window that will show more as soon as an answer comes. */
    public static final String AWAITING = "awaiting";

    private static final double WIDTH = 560;
    private static final double BELOW = 48;
    private static final PseudoClass LOADING = PseudoClass.getPseudoClass("loading");

    private final Node content;
    private final VBox box = new VBox();
    private final LoadingSkeleton skeleton = new LoadingSkeleton();
    private final Runnable retry;

    /** @param retry tries again to get what could not be had */
    public NoDataPlaceholder(Node content, Runnable retry) {
        this(content, retry, true);
    }

    private NoDataPlaceholder(Node content, Runnable retry, boolean present) {
        this.content = content;
        this.retry = retry;
        box.getStyleClass().add("placeholder");
        box.setMaxSize(WIDTH, USE_PREF_SIZE);
        box.setAlignment(Pos.CENTER);
        box.setAccessibleRole(AccessibleRole.TEXT);
        var shadow = FloatingShadow.of(box);
        shadow.visibleProperty().bind(skeleton.visibleProperty());
        getChildren().addAll(skeleton, shadow, box);
        skeleton.setVisible(false);
        box.setVisible(false);
        if (present) {
            showContent();
        }
    }

    /** Returns a placeholder whose content is added as soon as there is something to show. */
    public static NoDataPlaceholder deferred(Node content, Runnable retry) {
        return new NoDataPlaceholder(content, retry, false);
    }

    /** Sets the loading outline, which is a table by default, and returns this placeholder. */
    public NoDataPlaceholder withShape(LoadingSkeleton.SkeletonShape skeletonShape) {
        skeleton.setShape(skeletonShape);
        return this;
    }

    /** Shows a notice, or the content where there is none; returns whether it is the content. */
    public boolean showNoticeOrContent(Optional<EmptyScreenNotice> notice) {
        notice.ifPresentOrElse(this::show, this::showContent);
        return notice.isEmpty();
    }

    private void showContent() {
        if (!getChildren().contains(content)) {
            getChildren().addFirst(content);
        }
        content.setVisible(true);
        getStyleClass().remove(AWAITING);
        skeleton.setVisible(false);
        box.setVisible(false);
    }

    /** Shows a problem in place of the content. */
    public void showProblem(Problem problem) {
        show(EmptyScreenNotice.ofProblem(problem));
    }

    /** Shows a notice in place of the content. */
    public void show(EmptyScreenNotice notice) {
        content.setVisible(false);
        skeleton.setVisible(notice.kind() == EmptyScreenNotice.NoDataReason.LOADING);
        getStyleClass().remove(AWAITING);
        setAlignment(box, Pos.CENTER);
        setMargin(box, Insets.EMPTY);
        if (skeleton.isVisible()) {
            getStyleClass().add(AWAITING);
            // Where the outline has faded, so that nothing of it is covered.
            setAlignment(box, Pos.BOTTOM_CENTER);
            setMargin(box, new Insets(0, 0, BELOW, 0));
        }
        box.setVisible(true);
        box.pseudoClassStateChanged(LOADING, skeleton.isVisible());
        box.getChildren().setAll(noticeSign(notice.kind()), noticeLabel(notice.title(), "placeholder-title"));
        if (!notice.text().isEmpty()) {
            box.getChildren().add(noticeLabel(notice.text(), "placeholder-text"));
        }
        if (!notice.message().isEmpty()) {
            box.getChildren().add(noticeLabel(notice.message(), "placeholder-words"));
        }
        if (notice.kind() != EmptyScreenNotice.NoDataReason.LOADING
                && notice.kind() != EmptyScreenNotice.NoDataReason.EMPTY) {
            var again = InputControlFactory.button("placeholder-retry",
                    notice.kind() == EmptyScreenNotice.NoDataReason.STOPPED ? MESSAGES.text("notice.tryNow")
                            : MESSAGES.text("notice.tryAgain"),
                    retry);
            box.getChildren().add(again);
        }
        box.setAccessibleText(SentenceJoiner.joinSentences(notice.title(), notice.text(), notice.message()));
    }

    private static Node noticeSign(EmptyScreenNotice.NoDataReason kind) {
        return switch (kind) {
            case LOADING -> {
                var progress = new ProgressIndicator();
                progress.setMaxSize(32, 32);
                yield progress;
            }
            case EMPTY, STOPPED -> StatusGlyph.INFO.node();
            case FAILED -> StatusGlyph.BROKEN.node();
            case FORBIDDEN -> StatusGlyph.FORBIDDEN.node();
        };
    }

    private static Label noticeLabel(String text, String style) {
        var label = TextLabelFactory.label(text, style);
        label.setWrapText(true);
        return label;
    }
}
