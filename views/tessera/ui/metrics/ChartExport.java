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
import tessera.ui.kit.SaveDialog;
import tessera.ui.kit.ToastMessage;
import tessera.ui.metrics.MetricsState.Chart;

/** Export of the charts as a picture or as CSV. FX thread. */
final class ChartExport {

    private final Node view;
    private final Supplier<String> name;
    private final Supplier<Chart> chart;

    /** Writes the exported file. */
    private interface Writer {
        void write(Path file) throws IOException;
    }

    /** @param view what a picture is taken of */
    ChartExport(Node view, Supplier<String> name, Supplier<Chart> chart) {
        this.view = view;
        this.name = name;
        this.chart = chart;
    }

    MenuButton exportMenu() {
        var menu = new MenuButton("Export");
        menu.setId("metrics-export");
        menu.getItems().setAll(formatItem("PNG", file -> PictureFiles.savePng(view.snapshot(null, null), file)),
                formatItem("CSV", file -> Files.writeString(file, csv(chart.get()))));
        return menu;
    }

    private MenuItem formatItem(String form, Writer writer) {
        var item = new MenuItem(form);
        item.setOnAction(event -> saveAs(form, writer));
        return item;
    }

    private void saveAs(String form, Writer writer) {
        var extension = "." + form.toLowerCase(Locale.ROOT);
        SaveDialog.askPath(view, name.get() + extension, form, "*" + extension).ifPresent(file -> {
            try {
                writer.write(file);
            } catch (IOException e) {
                ToastMessage.showFailure(view, "The charts were not saved",
                        SaveDialog.failureText(file, e));
            }
        });
    }

    /** Returns a row for every step in sight, a column for every device and quantity; empty where nothing was measured. */
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
        for (int position = 0; position < times.size(); position++) {
            text.append(times.timeAt(position))
                    .append(csvCells(chart, position).stream().collect(Collectors.joining(",", ",", "\n")));
        }
        return text.toString();
    }

    private static List<String> csvCells(Chart chart, int position) {
        var cells = new ArrayList<String>();
        for (int line = 0; line < chart.lines().size(); line++) {
            for (var panel : chart.panels()) {
                double shown = panel.valueAt(line, position);
                cells.add(Double.isNaN(shown) ? "" : String.format(Locale.ROOT, "%.6g", shown));
            }
        }
        return cells;
    }
}
