package tessera.metrics.exposition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import tessera.metrics.exposition.Read.Series;

/** The plain way to read the text format 0.0.4: line by line, with regular expressions. */
final class PlainParser {

    private static final Pattern LINE = Pattern
            .compile("[ \t]*([a-zA-Z_:][a-zA-Z0-9_:]*)(?:[ \t]*\\{(.*)}[ \t]*|[ \t]+)"
                    + "(NaN|[-+]?(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?|Inf))(?:[ \t]+([-+]?[0-9]+))?"
                    + "(?:[ \t]*\r?|[ \t]+#.*)", Pattern.DOTALL);
    private static final Pattern LABELS = Pattern
            .compile("[ \t]*(?:" + label() + "(?:[ \t]*,[ \t]*" + label() + ")*+(?:[ \t]*,)?)?[ \t]*", Pattern.DOTALL);
    private static final Pattern LABEL = Pattern
            .compile("([a-zA-Z_][a-zA-Z0-9_]*)[ \t]*=[ \t]*\"((?:[^\"\\\\]|\\\\.)*+)\"", Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\([\\\\\"n])");

    private PlainParser() {}

    private static String label() {
        return "[a-zA-Z_][a-zA-Z0-9_]*[ \t]*=[ \t]*\"(?:[^\"\\\\]|\\\\.)*+\"";
    }

    /** The samples; lines that are none are left out. */
    static List<Series> read(String text) {
        var samples = new ArrayList<Series>();
        for (var line : text.split("\n", -1)) {
            var found = LINE.matcher(line);
            if (line.strip().startsWith("#") || !found.matches()) {
                continue;
            }
            var block = found.group(2) == null ? "" : found.group(2);
            var labels = new LinkedHashMap<String, String>();
            boolean twice = false;
            for (var label = LABEL.matcher(block); label.find();) {
                var value = ESCAPE.matcher(label.group(2)).replaceAll(
                        escape -> escape.group(1).equals("n") ? "\n" : escape.group(1).equals("\\") ? "\\\\" : "\"");
                twice |= labels.put(label.group(1), value) != null;
            }
            if (!twice && LABELS.matcher(block).matches()) {
                var at = found.group(4) == null ? "" : "" + Long.parseLong(found.group(4));
                samples.add(new Series(found.group(1), labels, number(found.group(3)), at));
            }
        }
        return samples;
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace("Inf", "Infinity"));
    }
}
