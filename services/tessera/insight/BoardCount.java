package tessera.insight;

/**
 * How many boards a node has, by the best witness.
 *
 * @param source what says so, for people and programs, e.g. {@code gpu.count label}
 * @param number 0 where there is no witness but what is advertised
 */
public record BoardCount(BoardWitness witness, String source, long number) {

    static final BoardCount ADVERTISED = new BoardCount(BoardWitness.ADVERTISED, "advertised resources", 0);

    static BoardCount exporter(long number) {
        return new BoardCount(BoardWitness.EXPORTER, "exporter", number);
    }

    /** By a label, which is named without its domain. */
    static BoardCount label(BoardWitness witness, String label, long number) {
        return new BoardCount(witness, label.substring(label.indexOf('/') + 1) + " label", number);
    }

    static BoardCount register(String annotation, long number) {
        return new BoardCount(BoardWitness.REGISTER,
                annotation.substring(annotation.indexOf('/') + 1) + " annotation", number);
    }

    /** Whether anybody but the device plugins tells. */
    public boolean known() {
        return number > 0;
    }
}
