package tessera.ui.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import tessera.ui.kit.PictureFiles;
import tessera.ui.kit.SaveAs;
import tessera.ui.kit.ToastMessage;
import tessera.ui.metrics.MetricsState.Chart;

/** The way out of the Metrics screen as a file: the picture, or the numbers behind it. FX thread. */
final class ChartExport {

    private final Node view;
    private final Supplier<String> name;
    private final Supplier<Chart> chart;

    /** What becomes a file. */
    private interface Writer {
        void write(Path file) throws IOException;
    }

    /** @param view what a picture is taken of */
    ChartExport(Node view, Supplier<String> name, Supplier<Chart> chart) {
        this.view = view;
        this.name = name;
        this.chart = chart;
    }

    MenuButton menu() {
        var menu = new MenuButton("Export");
        menu.setId("metrics-export");
        menu.getItems().setAll(item("PNG", file -> PictureFiles.save(view.snapshot(null, null), file)),
                item("CSV", file -> Files.writeString(file, csv(chart.get()))));
        return menu;
    }

    private MenuItem item(String form, Writer writer) {
        var item = new MenuItem(form);
        item.setOnAction(event -> save(form, writer));
        return item;
    }

    private void save(String form, Writer writer) {
        var extension = "." + form.toLowerCase(Locale.ROOT);
        SaveAs.ask(view, name.get() + extension, form, "*" + extension).ifPresent(file -> {
            try {
                writer.write(file);
            } catch (IOException e) {
                ToastMessage.failed(view, "The charts were not saved",
                        SaveAs.why(file, e));
            }
        });
    }

    /** A row for every step in sight, a column for every device and quantity; empty where nothing was measured. */
    static String csv(Chart chart) {
        var text = new StringBuilder("time");
        for (var line : chart.lines()) {
            for (var panel : chart.panels()) {
                var words = "%s %s %s".formatted(line.title(), panel.quantity().title(), panel.quantity().unit());
                text.append(",\"").append(words.strip().replace("\"", "\"\"")).append('"');
            }
        }
        text.append('\n');
        if (chart.panels().isEmpty()) {
            return text.toString();
        }
        var times = chart.panels().getFirst().series().getFirst();
        for (int place = 0; place < times.size(); place++) {
            text.append(times.time(place))
                    .append(cells(chart, place).stream().collect(Collectors.joining(",", ",", "\n")));
        }
        return text.toString();
    }

    private static List<String> cells(Chart chart, int place) {
        var cells = new ArrayList<String>();
        for (int line = 0; line < chart.lines().size(); line++) {
            for (var panel : chart.panels()) {
                double shown = panel.shown(line, place);
                cells.add(Double.isNaN(shown) ? "" : String.format(Locale.ROOT, "%.6g", shown));
            }
        }
        return cells;
    }
}
