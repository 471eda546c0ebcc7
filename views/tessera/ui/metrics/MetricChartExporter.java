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
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.PngImageWriter;
import tessera.ui.kit.SaveDialog;
import tessera.ui.kit.ToastMessage;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/** Export of the charts as a picture or as CSV. FX thread. */
final class MetricChartExporter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricChartExporter.class);

    private final Node view;
    private final Supplier<String> name;
    private final Supplier<MetricsScreenCharts> chart;

    /** Writes the exported file. */
    private interface MetricChartFileWriter {
        void write(Path file) throws IOException;
    }

    /** @param view what a picture is taken of */
    MetricChartExporter(Node view, Supplier<String> name, Supplier<MetricsScreenCharts> chart) {
        this.view = view;
        this.name = name;
        this.chart = chart;
    }

    MenuButton exportMenu() {
        var menu = new MenuButton(MESSAGES.text("export.menu"));
        menu.setId("metrics-export");
        menu.getItems()
                .setAll(formatItem(MESSAGES.text("export.png"),
                        file -> PngImageWriter.savePng(view.snapshot(null, null), file)),
                        formatItem(MESSAGES.text("export.csv"), file -> Files.writeString(file, csv(chart.get()))));
        return menu;
    }

    private MenuItem formatItem(String form, MetricChartFileWriter chartFileWriter) {
        return InputControlFactory.menuItem(form, () -> saveAs(form, chartFileWriter));
    }

    private void saveAs(String form, MetricChartFileWriter chartFileWriter) {
        var extension = "." + form.toLowerCase(Locale.ROOT);
        SaveDialog.askPath(view, name.get() + extension, form, "*" + extension).ifPresent(file -> {
            try {
                chartFileWriter.write(file);
            } catch (IOException e) {
                ToastMessage.showFailure(view, MESSAGES.text("export.failed"),
                        SaveDialog.failureReason(file, e).text());
            }
        });
    }

    /** Returns a row for every step in sight, a column for every device and quantity; empty where nothing was measured. */
    static String csv(MetricsScreenCharts metricsScreenCharts) {
        var text = new StringBuilder("time");
        for (var line : metricsScreenCharts.lines()) {
            for (var panel : metricsScreenCharts.panels()) {
                var words = "%s %s %s".formatted(line.title(), panel.measure().title(), panel.measure().unit());
                text.append(",\"").append(words.strip().replace("\"", "\"\"")).append('"');
            }
        }
        text.append('\n');
        if (metricsScreenCharts.panels().isEmpty()) {
            return text.toString();
        }
        var times = metricsScreenCharts.panels().getFirst().series().getFirst();
        for (int position = 0; position < times.size(); position++) {
            text.append(times.timeAt(position)).append(
                    csvCells(metricsScreenCharts, position).stream().collect(Collectors.joining(",", ",", "\n")));
        }
        return text.toString();
    }

    private static List<String> csvCells(MetricsScreenCharts metricsScreenCharts, int position) {
        var cells = new ArrayList<String>();
        for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
            for (var panel : metricsScreenCharts.panels()) {
                double shown = panel.valueAt(line, position);
                cells.add(Double.isNaN(shown) ? "" : String.format(Locale.ROOT, "%.6g", shown));
            }
        }
        return cells;
    }
}
