package tessera.demo.store;

/**
 * A field that field selectors may name.
 *
 * @param label  what they call it
 * @param path   where it is
 * @param absentValue the value if it is not there
 */
public record SimulatedSelectableField(String label, String path, String absentValue) {

    /** Parses {@code label<path=absent}; path and absence may be left out. */
    static SimulatedSelectableField parse(String text) {
        var labelAndAbsent = text.split("=", 2);
        var labelAndPath = labelAndAbsent[0].split("<", 2);
        return new SimulatedSelectableField(labelAndPath[0], labelAndPath[labelAndPath.length - 1],
                labelAndAbsent.length > 1 ? labelAndAbsent[1] : "");
    }
}
