package tessera.ui.metrics;

/** The quantity of a chart, in the unit of the chart. */
interface ChartedMeasure {

    String title();

    /** Returns the unit; empty where it is unknown. */
    String unit();

    /** Converts a measured number to the unit of the chart. */
    double toChartUnit(double number);

    /** Returns a number in the unit of the chart, or a dash for NaN. */
    String numberText(double shown);
}
