package tessera.ui.alerts;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.Alert;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.SpreadRow;
import tessera.ui.kit.SpreadRow.SpreadCell;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TooltipText;
import tessera.ui.kit.TrendSource;

/** Draws lines of the alerts screen. */
record AlertCell(Consumer<AlertLine> opener, Consumer<String> openNode, AlertsView.AlertActions wishes,
        TrendSource trends) {

    private static final double SIGN = 12;
    private static final double SENTENCE = 300;
    private static final double VALUE = 100;
    /** What is wrong comes before how far it is beyond its limit, and that before what its heading tells already. */
    private static final double ROOM_FOR_VALUE = 860;
    private static final double STATUS = 170;
    private static final double ROOM_FOR_STATUS = 700;
    private static final double AGE = 80;
    /** What an alert is about is read whole, unless its name is longer than any that people give. */
    private static final int LONGEST_SUBJECT = 40;

    void toggle(AlertLine line) {
        opener.accept(line);
    }

    Node draw(AlertLine line) {
        return switch (line) {
            case AlertLine.GroupHeading heading -> heading(heading);
            case AlertLine.Bundle bundle -> row(bundle.worst(), bundle.sentence(), bundle.opened(),
                    below(bundle.foreign(), SelectableText.yielding(bundle.detail(), "small", "muted")));
            case AlertLine.AlertEntry entry -> entry(entry);
            case AlertLine.AlertDetail detail -> detail(detail);
        };
    }

    private static Node heading(AlertLine.GroupHeading heading) {
        var row = new HBox(12, heading.sign().node(), SelectableText.yielding(heading.title(), "section-title"),
                SelectableText.yielding(heading.detail(), "small", "muted"));
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("pod-heading");
        return row;
    }

    private Node entry(AlertLine.AlertEntry entry) {
        var alert = entry.alert();
        return row(entry, alert.sentence(), entry.opened(), below(PrometheusAlert.is(alert), subject(alert),
                SelectableText.yielding(alert.title(), "small", "muted")));
    }

    private static Node below(boolean foreign, Node... words) {
        var below = new HBox(8, words);
        below.setAlignment(Pos.CENTER_LEFT);
        if (foreign) {
            below.getChildren().addFirst(SelectableText.yielding("Prometheus", "alert-source"));
        }
        return below;
    }

    private static Node row(AlertLine.AlertEntry entry, String words, boolean opened, Node below) {
        var alert = entry.alert();
        var sentence = SelectableText.yielding(words, entry.quiet() ? "muted" : "pod-name");
        TooltipText.on(sentence, words);
        boolean loud = alert.active() && !entry.quiet();
        var sign = loud ? entry.sign().node() : entry.sign().node("muted");
        sign.setAccessibleText(AlertLine.words(alert.severity()));
        var row = new SpreadRow("alert-entry",
                List.of(fixed(SelectableText.yielding(opened ? "▾" : "▸", "muted", "pod-arrow")), fixed(sign),
                        new SpreadCell(lines(sentence, below), SENTENCE, 1, HPos.LEFT),
                        new SpreadCell(
                                lines(SelectableText.yielding(entry.value(), "small"),
                                        SelectableText.yielding(entry.limit(), "small", "muted")),
                                VALUE, 0, HPos.LEFT, ROOM_FOR_VALUE),
                        new SpreadCell(status(entry.status()), STATUS, 0, HPos.LEFT, ROOM_FOR_STATUS),
                        new SpreadCell(SelectableText.yielding(entry.age(), "small"), AGE, 0, HPos.RIGHT)));
        row.setAccessibleText("%s: %s, %s, for %s".formatted(AlertLine.words(alert.severity()), words,
                entry.status().words(), entry.age()));
        return row;
    }

    private Node subject(Alert alert) {
        var subject = new Hyperlink(alert.subject().name());
        subject.getStyleClass().addAll("small", "alert-subject");
        subject.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        subject.setMinWidth(alert.subject().name().length() > LONGEST_SUBJECT ? 0 : Region.USE_PREF_SIZE);
        subject.setOnAction(event -> openNode.accept(alert.subject().node()));
        NodePresence.of(subject, !alert.subject().node().isEmpty());
        return subject;
    }

    private static Node status(AlertLine.AlertStatus status) {
        var first = new HBox(6, status.sign().node(tone(status.sign())),
                SelectableText.yielding(status.words(), "small"));
        first.setAlignment(Pos.CENTER_LEFT);
        return status.detail().isEmpty() ? lines(first)
                : lines(first, SelectableText.yielding(status.detail(), "small", "muted"));
    }

    /** What waits is no trouble yet. */
    private static String tone(StatusGlyph sign) {
        return sign == StatusGlyph.WAITING ? "muted" : sign.tone();
    }

    private Node detail(AlertLine.AlertDetail detail) {
        var box = new VBox(8, captioned("What to do", wrapped(detail.alert().advice())));
        if (!detail.facts().isEmpty()) {
            var facts = new VBox(2);
            detail.facts().forEach(fact -> facts.getChildren().add(wrapped(fact)));
            box.getChildren().add(captioned("What is known", facts));
        }
        AlertTrend.of(trends, detail.alert())
                .ifPresent(line -> box.getChildren().add(captioned("The last hour", line)));
        box.getChildren().add(captioned("Rule", SelectableText.yielding(detail.rule(), "mono")));
        if (detail.lasts()) {
            box.getChildren().add(detail.quiet() ? actions(speak(detail.alert()))
                    : actions(acknowledge(detail.alert()), silence(detail.alert())));
        }
        box.getStyleClass().add("alert-detail");
        return box;
    }

    private Node acknowledge(Alert alert) {
        var button = new Button("Acknowledge");
        button.getStyleClass().add("alert-acknowledge");
        button.setOnAction(event -> wishes.acknowledge(alert));
        return button;
    }

    private Node silence(Alert alert) {
        var button = new MenuButton("Silence…");
        button.getStyleClass().add("alert-silence");
        for (var duration : AlertWords.silences()) {
            var item = new MenuItem("For " + words(duration));
            item.setOnAction(event -> wishes.silence(alert, duration));
            button.getItems().add(item);
        }
        return button;
    }

    private static String words(Duration duration) {
        return duration.toHours() == 1 ? "1 hour" : duration.toHours() < 24 ? duration.toHours() + " hours" : "1 day";
    }

    private Node speak(Alert alert) {
        var button = new Button("Tell me again");
        button.getStyleClass().add("alert-speak");
        button.setOnAction(event -> wishes.speak(alert));
        return button;
    }

    private static Node actions(Node... buttons) {
        var row = new HBox(8, buttons);
        row.getStyleClass().add("alert-actions");
        return row;
    }

    private static Node captioned(String caption, Node text) {
        return new VBox(2, SelectableText.yielding(caption, "caption"), text);
    }

    private static Label wrapped(String text) {
        var label = SelectableText.yielding(text, "small");
        label.setWrapText(true);
        return label;
    }

    private static VBox lines(Node... lines) {
        var box = new VBox(2, lines);
        box.setMinWidth(0);
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private static SpreadCell fixed(Node node) {
        return new SpreadCell(node, SIGN, 0, HPos.CENTER);
    }
}
