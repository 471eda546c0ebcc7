package tessera.ui.metrics;

import tessera.ui.kit.Measures;

/** Numbers of which nobody says what they count. */
record PlainNumber(String title) implements Measure {

    @Override
    public String unit() {
        return "";
    }

    @Override
    public double shown(double number) {
        return number;
    }

    @Override
    public String words(double shown) {
        return Measures.number(shown);
    }
}
