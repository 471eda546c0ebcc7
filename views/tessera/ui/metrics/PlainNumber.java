package tessera.ui.metrics;

import java.util.Map;
import tessera.ui.kit.MeasureText;

/**
 * Numbers of which nobody says what they mean, at most in what unit they are.
 *
 * @param factor what they are multiplied with to be in that unit
 */
record PlainNumber(String title, String unit, double factor) implements ChartMeasure {

    private record KnownUnit(String unit, double factor) {}

    /** By the names that Grafana has for units. */
    private static final Map<String, KnownUnit> UNITS = Map.ofEntries(unit("percent", "%", 1),
            unit("percentunit", "%", 100),
            unit("celsius", "°C", 1), unit("watt", "W", 1), unit("kwatt", "W", 1e3), unit("joule", "J", 1),
            unit("kwatth", "Wh", 1e3), unit("bytes", "B", 1), unit("decbytes", "B", 1), unit("kbytes", "B", 1 << 10),
            unit("mbytes", "B", 1 << 20), unit("gbytes", "B", 1 << 30), unit("deckbytes", "B", 1e3),
            unit("decmbytes", "B", 1e6), unit("decgbytes", "B", 1e9), unit("Bps", "B/s", 1), unit("binBps", "B/s", 1),
            unit("bps", "bit/s", 1), unit("hertz", "Hz", 1), unit("rotmhz", "Hz", 1e6), unit("s", "s", 1),
            unit("dtdurations", "s", 1), unit("ms", "s", 1e-3), unit("µs", "s", 1e-6), unit("ns", "s", 1e-9),
            unit("ops", "/s", 1), unit("reqps", "/s", 1), unit("cps", "/s", 1));

    private static Map.Entry<String, KnownUnit> unit(String name, String unit, double factor) {
        return Map.entry(name, new KnownUnit(unit, factor));
    }

    /** Without a unit. */
    PlainNumber(String title) {
        this(title, "", 1);
    }

    /** In a unit by Grafana's name of it; without one where that is not known. */
    static PlainNumber of(String title, String grafana) {
        var known = UNITS.getOrDefault(grafana, new KnownUnit("", 1));
        return new PlainNumber(title, known.unit(), known.factor());
    }

    @Override
    public double shown(double number) {
        return number * factor;
    }

    @Override
    public String words(double shown) {
        var number = MeasureText.number(shown);
        if (unit.isEmpty() || Double.isNaN(shown)) {
            return number;
        }
        boolean prefixed = Character.isLetter(number.charAt(number.length() - 1));
        return prefixed ? number + unit : number + " " + unit;
    }
}
