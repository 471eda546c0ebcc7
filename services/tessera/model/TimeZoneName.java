package tessera.model;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Names of time zones as the IANA has them, e.g. {@code Europe/Berlin}; upper and lower case count. */
public final class TimeZoneName {

    private TimeZoneName() {}

    public static boolean known(String name) {
        return ZoneId.getAvailableZoneIds().contains(name) && !name.startsWith("SystemV/");
    }

    /** All of them, in alphabetical order. */
    public static List<String> all() {
        return ZoneId.getAvailableZoneIds().stream().filter(TimeZoneName::known).sorted().toList();
    }

    /** The zone whose city it is, or of which it is a misspelling; empty where there is none. */
    public static Optional<String> meant(String name) {
        var text = name.strip().replace(' ', '_');
        return all().stream().filter(zone -> zone.equalsIgnoreCase(text)
                || zone.substring(zone.lastIndexOf('/') + 1).equalsIgnoreCase(text)).findFirst()
                .or(() -> SpellingSuggestions.mistyped(text, all()));
    }
}
