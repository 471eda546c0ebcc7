package tessera.demo.telemetry;

/** A peculiarity of a node: scripted for nodes of the story, drawn by chance for all others. */
public enum SimulatedNodeTrait {
    /** The exporter's port does not answer although the exporter runs. */
    SILENT(7),
    /** The exporter takes its time. */
    SLOW(7),
    /** The exporter was given a longer list of fields to export. */
    THOROUGH(250),
    /** The cooling is weak. */
    HOT(15);

    private final int perMille;

    SimulatedNodeTrait(int perMille) {
        this.perMille = perMille;
    }

    int perMille() {
        return perMille;
    }
}
