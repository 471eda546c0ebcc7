package tessera.model;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import tessera.kube.cron.CronSchedule;

/** The IANA names of time zones, e.g. {@code Europe/Berlin}; upper and lower case count. */
public final class IanaTimeZoneNames {

    private IanaTimeZoneNames() {}

    public static boolean isKnown(String name) {
        return CronSchedule.isKnownZone(name);
    }

    /** Returns all names, in alphabetical order. */
    public static List<String> allNames() {
        return ZoneId.getAvailableZoneIds().stream().filter(IanaTimeZoneNames::isKnown).sorted().toList();
    }

    /** Returns the zone whose city it is, or of which it is a misspelling; empty where there is none. */
    public static Optional<String> suggestName(String name) {
        var text = name.strip().replace(' ', '_');
        return allNames().stream().filter(
                zone -> zone.equalsIgnoreCase(text) || zone.substring(zone.lastIndexOf('/') + 1).equalsIgnoreCase(text))
                .findFirst().or(() -> SpellingSuggestionFinder.findMistyped(text, allNames()));
    }
}
