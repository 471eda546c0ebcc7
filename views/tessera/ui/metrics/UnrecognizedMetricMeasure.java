package tessera.ui.metrics;

import java.util.Map;
import tessera.ui.kit.MeasuredNumberFormatter;

/**
 * Numbers of unknown meaning, at most with a unit.
 *
 * @param factor what they are multiplied with to be in that unit
 */
record UnrecognizedMetricMeasure(String title, String unit, double factor) implements ChartedMeasure {

    private record GrafanaUnitFactor(String unit, double factor) {}

    /** By the names that Grafana has for units. */
    private static final Map<String, GrafanaUnitFactor> UNITS = Map.ofEntries(unitEntry("percent", "%", 1),
            unitEntry("percentunit", "%", 100), unitEntry("celsius", "°C", 1), unitEntry("watt", "W", 1),
            unitEntry("kwatt", "W", 1e3), unitEntry("joule", "J", 1), unitEntry("kwatth", "Wh", 1e3),
            unitEntry("bytes", "B", 1), unitEntry("decbytes", "B", 1), unitEntry("kbytes", "B", 1 << 10),
            unitEntry("mbytes", "B", 1 << 20), unitEntry("gbytes", "B", 1 << 30), unitEntry("deckbytes", "B", 1e3),
            unitEntry("decmbytes", "B", 1e6), unitEntry("decgbytes", "B", 1e9), unitEntry("Bps", "B/s", 1),
            unitEntry("binBps", "B/s", 1), unitEntry("bps", "bit/s", 1), unitEntry("hertz", "Hz", 1),
            unitEntry("rotmhz", "Hz", 1e6), unitEntry("s", "s", 1), unitEntry("dtdurations", "s", 1),
            unitEntry("ms", "s", 1e-3), unitEntry("µs", "s", 1e-6), unitEntry("ns", "s", 1e-9),
            unitEntry("ops", "/s", 1), unitEntry("reqps", "/s", 1), unitEntry("cps", "/s", 1));

    private static Map.Entry<String, GrafanaUnitFactor> unitEntry(String name, String unit, double factor) {
        return Map.entry(name, new GrafanaUnitFactor(unit, factor));
    }

    /** Without a unit. */
    UnrecognizedMetricMeasure(String title) {
        this(title, "", 1);
    }

    /** Returns a measure with a unit by its Grafana name; without one where that is unknown. */
    static UnrecognizedMetricMeasure ofGrafanaUnit(String title, String grafana) {
        var unitFactor = UNITS.getOrDefault(grafana, new GrafanaUnitFactor("", 1));
        return new UnrecognizedMetricMeasure(title, unitFactor.unit(), unitFactor.factor());
    }

    @Override
    public double toChartUnit(double number) {
        return number * factor;
    }

    @Override
    public String numberText(double shown) {
        var number = MeasuredNumberFormatter.number(shown);
        if (unit.isEmpty() || Double.isNaN(shown)) {
            return number;
        }
        boolean prefixed = Character.isLetter(number.charAt(number.length() - 1));
        return prefixed ? number + unit : number + " " + unit;
    }
}
